/**
 * Writes all generated files, and prints those that changed: `npm run generate`. Tests and lint compare them with the
 * code: golden screens, parts of documents, and the list of regular expressions with linear time.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generatedParts, withPart } from '../documentation/generated-parts.ts';
import { readFolder } from '../lint/project.ts';
import { knownExpressions, LINEAR_PATH, partsToAnalyze } from '../lint/rules/regular-expressions.ts';
import { analyze } from '../regular-expressions/analyze.ts';
import { changes } from './changes.ts';

const GOLDEN_FOLDER = 'test/screens/golden';

const before = generatedFiles();
writeDocuments();
const faults = [...writeLinearExpressions(), ...writeGoldenScreens()];
const lines = changes(before, generatedFiles());
const summary = lines.length === 0 ? ['No generated file changed.'] : ['Generated files:', ...lines];
process.stdout.write(`${[...faults, ...summary].join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Reads all generated files, by path. */
function generatedFiles(): ReadonlyMap<string, string> {
	const paths = [
		...generatedParts.map(({ path }) => path),
		...readdirSync(GOLDEN_FOLDER).map((name) => `${GOLDEN_FOLDER}/${name}`),
		LINEAR_PATH,
	];
	return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

function writeDocuments(): void {
	for (const { path, name, generate } of generatedParts)
		writeFileSync(path, withPart(readFileSync(path, 'utf8'), name, generate()));
}

/** Analyzes new expressions and returns a sentence for each that may take more than linear time. */
function writeLinearExpressions(): readonly string[] {
	const { linear, exceptions } = knownExpressions();
	const parts = partsToAnalyze(readFolder('source')).filter(({ text }) => !Object.hasOwn(exceptions, text));
	const verdicts = parts
		.filter(({ text }) => !linear.includes(text))
		.map((part) => ({ ...part, verdict: analyze(part.text) }));
	const refused = verdicts.filter(({ verdict }) => verdict !== 'linear');
	const proven = parts.map(({ text }) => text).filter((text) => !refused.some((one) => one.text === text));
	writeFileSync(LINEAR_PATH, `${[...new Set(proven)].sort().join('\n')}\n`);
	return refused.map(
		({ file, line, text, verdict }) => `${file}:${line}: ${text} is not proven to be linear: ${verdict}.`,
	);
}

/** Returns the output of vitest if it failed. */
function writeGoldenScreens(): readonly string[] {
	const { status, stdout, stderr, error } = spawnSync(
		'vitest',
		['run', 'test/screens/golden.test.tsx', '--update'],
		{ encoding: 'utf8', env: { ...process.env, SEEDTOP_GENERATE: '1' } },
	);
	if (error !== undefined) throw error;
	return status === 0 ? [] : [stdout, stderr];
}
