import type { Dialect } from './dialect.ts';
import { Digits, readPythonJson } from './python-json.ts';
import { Refusal } from './route.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the fields of a body, in the one kind that the dialect's services read. To [A] JSON is a form without known
 * names. To [B] a form is invalid JSON, which is a fault.
 */
export function readFields(dialect: Dialect, text: string): Fields {
	if (dialect.generation === 'A') return formFields(text);
	const value = readPythonJson(text);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new TypeError("'list' object has no attribute 'get'");
	}
	return { ...value };
}

function formFields(text: string): Fields {
	const form = new URLSearchParams(text);
	return Object.fromEntries(
		[...new Set(form.keys())].map((name) => [name, name.endsWith('[]') ? form.getAll(name) : form.get(name)]),
	);
}

/** Reads a boolean of the dialect's bodies: 1 or 0, or true or false. */
export function truthOf(dialect: Dialect, fields: Fields, name: string): boolean | undefined {
	const value = fields[name];
	if (value === undefined) return undefined;
	const truths: readonly unknown[] = dialect.generation === 'A' ? ['0', '1'] : [false, true];
	const at = truths.indexOf(value);
	if (at < 0) throw new Refusal(400, `${name} has to be ${truths.join(', ')}`);
	return at === 1;
}

/** Reads a number: digits in a form, a number in JSON. */
export function numberOf(dialect: Dialect, fields: Fields, name: string): number | undefined {
	const value = fields[name];
	if (value === undefined) return undefined;
	if (dialect.generation === 'A' ? typeof value !== 'string' : typeof value !== 'number') {
		throw new Refusal(400, `${name} must be a number`);
	}
	const number = Number(value);
	if (Number.isNaN(number)) throw new Refusal(400, `${name} must be a number`);
	return number;
}

/** Reads an amount of a form, with all digits. */
export function amountOf(fields: Fields, name: string): Digits | undefined {
	const text = textOf(fields, name);
	if (text === undefined) return undefined;
	if (!/^\d+(\.\d+)?$/.test(text)) throw new Refusal(400, `${name} must be a number`);
	return new Digits(text);
}

export function textOf(fields: Fields, name: string): string | undefined {
	const value = fields[name];
	return typeof value === 'string' ? value : undefined;
}

/** Reads a list of numbers: a name with brackets in a form, the bare name in JSON. */
export function numbersOf(dialect: Dialect, fields: Fields, name: string): number[] | undefined {
	const list = dialect.generation === 'A' ? fields[`${name}[]`] : fields[name];
	if (list === undefined) return undefined;
	if (!Array.isArray(list)) throw new Refusal(400, `${name} is not an array`);
	return list.filter((item) => item !== '').map(Number);
}
