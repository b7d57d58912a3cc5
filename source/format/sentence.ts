/** `text` with a full stop, unless it has an end already: what others say is followed by what we say. */
export function sentence(text: string): string {
	return text === '' || /[.!?…:]$/.test(text) ? text : `${text}.`;
}
