/** Keys of commands that differ from their declaration, by command id, the displayed one first. */
export type KeyBindings = Readonly<Record<string, readonly string[]>>;

/** All commands have their declared keys. */
export const declaredKeys: KeyBindings = {};
