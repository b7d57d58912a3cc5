/** Stands for any text in the argument of a message, for the functions below. */
export const ANY = '<any>';

/** Returns a pattern of texts that contain this message. */
export function containing(message: string): RegExp {
	return new RegExp(source(message), 's');
}

/** Returns a pattern of exactly this message. */
export function exactly(message: string): RegExp {
	return new RegExp(`^${source(message)}$`, 's');
}

/** Returns a pattern of exactly this text, for a larger pattern. */
export function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function source(message: string): string {
	return message.split(ANY).map(escaped).join('.+');
}
