// Golden hashes, computed here, beside those that perlane's tests compare on every CPU.

import {memo, useEffect, useRef, useState} from 'react';

import type {Pool} from '../engine/pool';
import {Button} from './Button';

interface Row {
  name: string;
  expected: string;
  here: string;
}

const batch = 8;  // fields at a time

export const BitsPanel = memo(({pool}: {pool: Pool}) => {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = leaving.current = new AbortController();
    return () => controller.abort();
  }, []);
  const compute = async () => {
    setRows([]);
    setDone(0);
    const [fields, hashes] = await Promise.all([
      import('../../../../src/text/golden/fields.jsonl?raw'),
      import('../../../../src/text/golden/hashes.csv?raw'),
    ]);
    const linesOf = (text: string) => text.split('\n').filter((line) => /^[^#]/.test(line));
    const committed = new Map(linesOf(hashes.default).map((line) => {
      const [name, dimensions, ...rest] = line.split(',');
      return [`${name} in ${dimensions}D`, rest.filter(Boolean).join(' ')];
    }));
    const lines = linesOf(fields.default), batches: string[][] = [], found: Row[] = [];
    for (let i = 0; i < lines.length; i += batch) batches.push(lines.slice(i, i + batch));
    let hashed = 0;
    await pool.askAll(batches.map((lines) => ({kind: 'golden' as const, lines})), 500, (result) => {
      for (const line of result) {
        const [field, dimensions, ...rest] = line.split(',');
        const name = `${field} in ${dimensions}D`;
        const here = rest.filter(Boolean).join(' ');
        found.push({name, expected: committed.get(name) ?? 'none', here});
      }
      setRows([...found].sort((a, b) => a.name.localeCompare(b.name)));
      setDone(++hashed / batches.length);
    }, leaving.current?.signal);
  };
  const isBusy = done !== null && done < 1 && error === null;
  const equal = rows.filter(({expected, here}) => expected === here).length;
  return (
    <div className="form">
      <p>perlane gives the same bits on every CPU, and in this browser. The hashes on the left are
        those that its tests compare; those on the right are computed here and now.</p>
      <Button className="main" disabled={isBusy}
        onClick={() => {
          setError(null);
          compute().catch((problem: Error) => setError(problem.message));
        }}>
        Compute the hashes here
      </Button>
      {error && <p className="error" role="alert">{error}</p>}
      {isBusy && <progress value={done} aria-label="Hashes" />}
      {rows.length > 0 && (
        <>
          <p role="status" className={equal === rows.length ? 'good' : 'error'}
            data-equal={equal} data-total={rows.length}>
            {equal} of {rows.length} are equal.
          </p>
          <div className="table" tabIndex={0} role="region" aria-label="Hashes">
            <table>
              <thead><tr><th>field</th><th>expected</th><th>here</th></tr></thead>
              <tbody>
                {rows.map(({name, expected, here}) => (
                  <tr key={name} className={expected === here ? '' : 'wrong'}>
                    <th scope="row">{name}</th><td>{expected}</td>
                    <td>{expected === here ? '✓ ' : '✗ '}{here}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  );
});
