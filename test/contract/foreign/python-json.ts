/** A number that Python holds as a float: 1 is written 1.0. */
export class Float {
	readonly value: number;
	constructor(value: number) {
		this.value = value;
	}
}

/** A number that Python holds as a Decimal or an integer of any size: written with these digits. */
export class Digits {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

/**
 * Returns JSON as services in the field write it. A space follows ':' and ',', non-ASCII text is escaped, floats have
 * a point, integers any size. Undefined fields are left out.
 */
export function pythonJson(value: unknown): string {
	if (value instanceof Float)
		return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
	if (value instanceof Digits) return value.text;
	if (typeof value === 'bigint') return String(value);
	if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
	if (typeof value === 'object' && value !== null) {
		const fields = Object.entries(value).filter(([, field]) => field !== undefined);
		return `{${fields.map(([name, field]) => `${pythonJson(name)}: ${pythonJson(field)}`).join(', ')}}`;
	}
	return JSON.stringify(value).replace(
		/[^\x00-\x7f]/g,
		(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** Reads JSON with integers of 16 digits and more as bigints. */
export function readPythonJson(text: string): unknown {
	const marked = text.replace(/(?<=[:[,]\s*)-?\d{16,}(?=\s*[,\]}])/g, '"<large>$&"');
	return JSON.parse(marked, (_, value: unknown) =>
		typeof value === 'string' && value.startsWith('<large>') ? BigInt(value.slice(7)) : value,
	);
}
