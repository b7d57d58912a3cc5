/** A place that breaks a rule. */
export interface Finding {
	readonly file: string;
	/** Counted from 1. */
	readonly line: number;
	readonly sentence: string;
}

/** A finding that an exception may allow. */
export interface Excepted extends Finding {
	/** Key of the exception. */
	readonly key: string;
}

/** Returns the findings that no exception allows, and one for each exception that allows nothing. */
export function except(
	findings: readonly Excepted[],
	exceptions: Readonly<Record<string, unknown>>,
	ruleFile: string,
): readonly Finding[] {
	const keys = new Set(findings.map(({ key }) => key));
	const unused = Object.keys(exceptions).filter((key) => !keys.has(key));
	return [
		...findings.filter(({ key }) => !Object.hasOwn(exceptions, key)),
		...unused.map((key) => ({ file: ruleFile, line: 1, sentence: `The exception '${key}' is not needed.` })),
	];
}
