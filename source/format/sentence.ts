/** Returns `text` with a full stop unless it has an end already. */
export function sentence(text: string): string {
	return text === '' || /[.!?…:]$/.test(text) ? text : `${text}.`;
}
