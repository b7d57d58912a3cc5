/** A member with the wrong type, and the problem as text. */
interface OtherKind {
	readonly key: string;
	readonly problem: string;
}

/**
 * Returns the members of a settings file that decoding converted: a text to a number, 1 to true. Such conversions
 * are accepted on the wire, but reported in settings. `faulty`: members that are already reported.
 */
export function otherKinds(
	content: Readonly<Record<string, unknown>>,
	read: Readonly<Record<string, unknown>>,
	faulty: readonly string[],
): OtherKind[] {
	return Object.entries(read)
		.filter(([key]) => !faulty.includes(key))
		.filter(([key, value]) => value !== undefined && kindOf(content[key]) !== kindOf(value))
		.map(([key, value]) => ({
			key,
			problem: `'${key}' must be ${names[kindOf(value)] ?? `a ${kindOf(value)}`}`,
		}));
}

const names: Readonly<Record<string, string>> = {
	boolean: 'true or false',
	string: 'a text',
	array: 'a list',
	object: 'an object',
};

function kindOf(value: unknown): string {
	return Array.isArray(value) ? 'array' : typeof value;
}
