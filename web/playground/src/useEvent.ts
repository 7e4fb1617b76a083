// A function that stays the same and calls the newest one, so that what it is given to need not be
// rendered again.

import {useCallback, useLayoutEffect, useRef} from 'react';

export function useEvent<Arguments extends unknown[], Result>(
  handler: (...all: Arguments) => Result): (...all: Arguments) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...all: Arguments) => latest.current(...all), []);
}
