// A list of choices that can be read before one is made: browsers that change a closed list with
// the arrow keys open it here.

import type {ComponentProps, KeyboardEvent} from 'react';

const isArrow = /^(Arrow|Page|Home|End)/;

export function Select(props: ComponentProps<'select'>) {
  const onKeyDown = (event: KeyboardEvent<HTMLSelectElement>) => {
    const {key, ctrlKey, altKey, metaKey} = event;
    const isTyped = key.length === 1 && key !== ' ';
    if (!(isArrow.test(key) || isTyped) || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    try {
      event.currentTarget.showPicker();
    } catch {
      // An older browser: Space opens it.
    }
  };
  return <select {...props} onKeyDown={onKeyDown} />;
}
