import { readCode } from './code/code-file.ts';
import type { Finding } from './finding.ts';
import type { Project } from './project.ts';

/** Returns a project of some files, by path. */
export function plantedProject(files: Readonly<Record<string, string>>): Project {
	const all = Object.entries(files);
	return {
		code: all.filter(([path]) => /\.[cm]?[jt]sx?$/.test(path)).map(([path, text]) => readCode(path, text)),
		documents: all.filter(([path]) => path.endsWith('.md')).map(([path, text]) => ({ path, text })),
	};
}

/** Returns findings as lint prints them. */
export const printed = (findings: readonly Finding[]): readonly string[] =>
	findings.map(({ file, line, sentence }) => `${file}:${line}: ${sentence}`);
