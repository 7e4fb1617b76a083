// A button that keeps the focus while it is disabled: W3C, "ARIA Authoring Practices Guide",
// focusability of disabled controls.

import type {ComponentProps} from 'react';

export function Button({disabled = false, onClick, ...props}: ComponentProps<'button'>) {
  return (
    <button type="button" {...props} aria-disabled={disabled}
      onClick={(event) => disabled || onClick?.(event)} />
  );
}
