// A call in the node editor: its name, its ports, and whether something is wrong with it.

import {Handle, type Node, type NodeProps, Position} from '@xyflow/react';

export type CallData = {
  name: string;
  /** The value of a number, or its noteworthy members. */
  detail: string;
  ports: string[];
  isOutput: boolean;
  isWrong: boolean;
};

export type CallNodeType = Node<CallData, 'call'>;

export function CallNode({data, selected}: NodeProps<CallNodeType>) {
  const classes = ['call', data.isWrong && 'wrong', data.isOutput && 'output',
                   selected && 'selected'];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <div className="ports">
        {data.ports.map((port) => (
          <div key={port} className="port">
            <Handle type="target" id={port} position={Position.Top} />
            {port.replace('.', ' ')}
          </div>
        ))}
      </div>
      <div className="call-name">{data.name}</div>
      <div className="call-detail">{data.detail}</div>
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
}
