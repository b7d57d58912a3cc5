/** A member of another kind than it should be, and that in words. */
export interface OtherKind {
	readonly key: string;
	readonly problem: string;
}

/**
 * The members of a settings file that were read as something else than they are: a text for a number, 1 for true. On
 * the wire that is taken; who writes settings is told. `faulty`: members of which is said already what is wrong.
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
