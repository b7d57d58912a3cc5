import type { ArgumentDeclaration, Completion, Raw } from './declaration.ts';
import { usage } from './failure.ts';
import { readInteger } from './options.ts';

/** Declares a required argument. */
export function one(name: string, description: string, completes?: Completion): ArgumentDeclaration<string> {
	return { name, description, required: true, many: false, ...completing(completes), read: present(name) };
}

export function oneInteger(name: string, description: string): ArgumentDeclaration<number> {
	return {
		name,
		description,
		required: true,
		many: false,
		read: (raw) => readInteger(name, present(name)(raw), 0, Number.MAX_SAFE_INTEGER),
	};
}

/** Declares an optional argument. */
export function maybe(
	name: string,
	description: string,
	completes?: Completion,
): ArgumentDeclaration<string | undefined> {
	return {
		name,
		description,
		required: false,
		many: false,
		...completing(completes),
		read: (raw) => (typeof raw === 'string' ? raw : undefined),
	};
}

/** Declares an argument of one or more words. */
export function some(
	name: string,
	description: string,
	completes?: Completion,
): ArgumentDeclaration<readonly string[]> {
	return { name, description, required: true, many: true, ...completing(completes), read: texts };
}

/** Declares an argument of any number of words. */
export function any(
	name: string,
	description: string,
	completes?: Completion,
): ArgumentDeclaration<readonly string[]> {
	return { name, description, required: false, many: true, ...completing(completes), read: texts };
}

function completing(completes: Completion | undefined): { readonly completes?: Completion } {
	return completes === undefined ? {} : { completes };
}

const present =
	(name: string) =>
	(raw: Raw): string => {
		if (typeof raw !== 'string' || raw === '') throw usage(`${name} must not be empty.`);
		return raw;
	};

function texts(raw: Raw): readonly string[] {
	return typeof raw === 'object' ? raw : [];
}
