// Names of the format that the catalogue does not list: docs/text.md.

export const gradients: readonly string[] = ['automatic', 'edges', 'axes', 'diagonals'];
