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

/** Fields of a copy that is still ours to change. */
export type OwnFields = Record<string, unknown>;

/** Puts the values of other fields where fields are missing: {wanted: other}. */
export function fillFrom(item: OwnFields, others: Readonly<Record<string, string>>): void {
	for (const [wanted, other] of Object.entries(others)) {
		const missing = item[wanted] === undefined || item[wanted] === null;
		if (missing && item[other] !== undefined) item[wanted] = item[other];
	}
}

/** The object without those of the named fields that say 'unknown' by a negative number; itself when there are none. */
export function withoutNegative(item: Fields, names: readonly string[]): Fields {
	const negative = names.filter((name) => {
		const value = item[name];
		return typeof value === 'number' && value < 0;
	});
	if (negative.length === 0) return item;
	return Object.fromEntries(Object.entries(item).filter(([name]) => !negative.includes(name)));
}
