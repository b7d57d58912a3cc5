/** A JSON object whose fields nobody has looked at yet. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An answer with the objects of one of its lists repaired; what has no such list stays as it came. */
export function inList(name: string, repair: (item: Fields) => unknown): (answer: unknown) => unknown {
	return (answer) => {
		if (!isFields(answer)) return answer;
		const list = answer[name];
		if (!Array.isArray(list)) return answer;
		return { ...answer, [name]: list.map((item: unknown) => (isFields(item) ? repair(item) : item)) };
	};
}

/** An object under the name that the interface has, where it stands under another: {mychannel} for {overview}. */
export function renamed(from: string, to: string): (answer: unknown) => unknown {
	return (answer) => {
		if (!isFields(answer) || to in answer || !(from in answer)) return answer;
		const { [from]: value, ...rest } = answer;
		return { ...rest, [to]: value };
	};
}

/** The object with fields taken from others of it, where they are missing: {wanted: other}. */
export function filledFrom(item: Fields, others: Readonly<Record<string, string>>): Fields {
	const filled: Record<string, unknown> = { ...item };
	for (const [wanted, other] of Object.entries(others)) {
		const missing = filled[wanted] === undefined || filled[wanted] === null;
		if (missing && other in item) filled[wanted] = item[other];
	}
	return filled;
}

/** The object without those of the named fields that say 'unknown' by a negative number. */
export function withoutNegative(item: Fields, names: readonly string[]): Fields {
	const kept: Record<string, unknown> = { ...item };
	for (const name of names) {
		const value = kept[name];
		if (typeof value === 'number' && value < 0) delete kept[name];
	}
	return kept;
}
