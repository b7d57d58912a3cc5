/** Stands for any text in the argument of a message, for the functions below. */
export const ANY = '<any>';
/** Stands for any number in the argument of a message. It is a group of the pattern. */
export const NUMBER = 987_654_321;

/** Returns a pattern of texts that contain one of these messages. */
export function containing(...messages: readonly string[]): RegExp {
	return new RegExp(messages.map(source).join('|'), 's');
}

/** Returns a pattern of exactly one of these messages. */
export function exactly(...messages: readonly string[]): RegExp {
	return new RegExp(`^(?:${messages.map(source).join('|')})$`, 's');
}

/** Returns a pattern of exactly this text, for a larger pattern. */
export function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function source(message: string): string {
	return escaped(message).replaceAll(ANY, '.*').replaceAll(String(NUMBER), '(\\d+(?:\\.\\d+)?)');
}
