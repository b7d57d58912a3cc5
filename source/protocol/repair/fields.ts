/** A JSON object with unchecked fields. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Repairs the objects of one list of a response. Responses without this list are unchanged. */
export function inList(name: string, repair: (item: Fields) => unknown): (answer: unknown) => unknown {
	return (answer) => {
		if (!isFields(answer)) return answer;
		const list = answer[name];
		if (!Array.isArray(list)) return answer;
		return { ...answer, [name]: list.map((item: unknown) => (isFields(item) ? repair(item) : item)) };
	};
}

/** Renames a field to the interface's name: {mychannel} to {overview}. */
export function renamed(from: string, to: string): (answer: unknown) => unknown {
	return (answer) => {
		if (!isFields(answer) || to in answer || !(from in answer)) return answer;
		const { [from]: value, ...rest } = answer;
		return { ...rest, [to]: value };
	};
}

/** Fields of a mutable copy. */
export type OwnFields = Record<string, unknown>;

/** Fills missing fields from others: {wanted: other}. */
export function fillFrom(item: OwnFields, others: Readonly<Record<string, string>>): void {
	for (const [wanted, other] of Object.entries(others)) {
		const missing = item[wanted] === undefined || item[wanted] === null;
		if (missing && item[other] !== undefined) item[wanted] = item[other];
	}
}

/** Removes the named fields whose negative number means 'unknown'. Returns the same object if there are none. */
export function withoutNegative(item: Fields, names: readonly string[]): Fields {
	const negative = names.filter((name) => {
		const value = item[name];
		return typeof value === 'number' && value < 0;
	});
	if (negative.length === 0) return item;
	return Object.fromEntries(Object.entries(item).filter(([name]) => !negative.includes(name)));
}
