// A call in the node editor: its name, its ports, and whether something is wrong with it.

import {Handle, type Node, type NodeProps, Position} from '@xyflow/react';
import {memo} from 'react';

export type CallData = {
  name: string;
  /** The value of a number, or its noteworthy members. */
  detail: string;
  ports: string[];
  isOutput: boolean;
  /** Whether the output is not made of it. */
  isLoose: boolean;
  /** Whether its form is open. */
  isChosen: boolean;
  isWrong: boolean;
};

export type CallNodeType = Node<CallData, 'call'>;

export const CallNode = memo(({data}: NodeProps<CallNodeType>) => {
  const classes = ['call', data.isWrong && 'wrong', data.isOutput && 'output',
                   data.isLoose && 'loose', data.isChosen && 'chosen'];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <div className="call-name">{data.name}</div>
      <div className="call-detail">{data.detail}</div>
      {data.ports.map((port) => (
        <div key={port} className="port">
          <Handle type="target" id={port} position={Position.Left} />
          {port.replace('.', ' ')}
        </div>
      ))}
      <Handle type="source" position={Position.Right} />
    </div>
  );
});
