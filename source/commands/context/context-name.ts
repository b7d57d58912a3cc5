/** Maximum characters of the name of a context. */
const MAX_CONTEXT_NAME = 64;

/** Whether a text can be the name of a context. A first '-' would look like an option. */
export function isContextName(name: string): boolean {
	return name.length <= MAX_CONTEXT_NAME && /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(name);
}
