/**
 * The rules for source, tests and documents that biome does not know. `npm run lint` prints each finding as
 * 'file:line: sentence', and fails if there is one.
 */
import type { Finding } from './finding.ts';
import { type Project, readProject } from './project.ts';
import { copiedTexts } from './rules/copied-texts.ts';
import { fileNames } from './rules/file-names.ts';
import { fixedTimes } from './rules/fixed-times.ts';
import { headlessSentences } from './rules/headless-sentences.ts';
import { importRules } from './rules/imports.ts';
import { regularExpressions } from './rules/regular-expressions.ts';
import { silentDefaults } from './rules/silent-defaults.ts';

const rules: readonly ((project: Project) => readonly Finding[])[] = [
	copiedTexts,
	fileNames,
	fixedTimes,
	headlessSentences,
	importRules,
	regularExpressions,
	silentDefaults,
];

const project = readProject();
const findings = rules.flatMap((rule) => rule(project));
for (const { file, line, sentence } of findings) process.stdout.write(`${file}:${line}: ${sentence}\n`);
process.stdout.write(`${project.code.length} files have ${findings.length} findings.\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
