import { readFileSync } from 'node:fs';
import { built, exceptions } from '../../regular-expressions/exceptions.ts';
import { hasOnlySmallRepetitions } from '../../regular-expressions/small-repetitions.ts';
import type { CodeFile } from '../code/code-file.ts';
import { except, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Expressions that the analysis proved to be linear, one a line. `npm run generate` writes it. */
export const LINEAR_PATH = 'test/regular-expressions/linear.txt';
/** Its entries have a reason. */
const EXCEPTIONS_PATH = 'test/regular-expressions/exceptions.ts';

/** Expressions whose time is known to be bounded. */
export interface KnownExpressions {
	readonly linear: readonly string[];
	/** By expression. */
	readonly exceptions: Readonly<Record<string, unknown>>;
	/** Expressions that are built at run time: 'source/a.ts: new RegExp(text)'. */
	readonly built: Readonly<Record<string, unknown>>;
}

export const knownExpressions = (): KnownExpressions => ({
	linear: readFileSync(LINEAR_PATH, 'utf8').split('\n').filter(Boolean),
	exceptions,
	built,
});

/** Reports regular expressions of source that are not known to take linear time. */
export function regularExpressions({ code }: Project, known = knownExpressions()): readonly Finding[] {
	const parts = partsToAnalyze(code);
	const texts = new Set(parts.map(({ text }) => text));
	const unknown = parts
		.filter(({ text }) => !known.linear.includes(text))
		.map(({ file, line, text }) => ({
			key: text,
			file,
			line,
			sentence: `${text} may take more than linear time. Run npm run generate, which analyzes it.`,
		}));
	const outdated = known.linear.flatMap((text, index) =>
		texts.has(text)
			? []
			: [{ file: LINEAR_PATH, line: index + 1, sentence: `${text} is not in source. Run npm run generate.` }],
	);
	const atRunTime = sourceOf(code).flatMap(({ path, builtExpressions }) =>
		builtExpressions.map(({ line, text }) => ({
			key: `${path}: ${text}`,
			file: path,
			line,
			sentence: `${text} has no reason in ${EXCEPTIONS_PATH} why its time is linear.`,
		})),
	);
	return [
		...except(unknown, known.exceptions, EXCEPTIONS_PATH),
		...outdated,
		...except(atRunTime, known.built, EXCEPTIONS_PATH),
	];
}

/** Returns the regular expressions of source that have more than small repetitions. */
export function partsToAnalyze(code: readonly CodeFile[]) {
	return sourceOf(code).flatMap(({ path, expressions }) =>
		expressions
			.filter(({ text }) => !hasOnlySmallRepetitions(text))
			.map(({ line, text }) => ({ file: path, line, text })),
	);
}

const sourceOf = (code: readonly CodeFile[]) => code.filter(({ path }) => path.startsWith('source/'));
