import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';
import { chainToStart } from '../starts.ts';

/** Reports the files of `npm run test:quick` that start something. */
export function quickTests({ code, scripts }: Project): readonly Finding[] {
	const importsByFile = new Map(code.map(({ path, imports }) => [path, imports]));
	const isQuick = quickFiles(scripts['test:quick'] ?? '');
	return [...importsByFile.keys()].filter(isQuick).flatMap((file) => {
		const chain = chainToStart(file, (path) => importsByFile.get(path) ?? []);
		if (chain === undefined) return [];
		const sentence = `A test of test:quick must start nothing: ${chain.join(' → ')}.`;
		return [{ file, line: 1, sentence }];
	});
}

/** Returns a function that decides whether a command of vitest runs a test file. */
function quickFiles(command: string): (file: string) => boolean {
	const words = command.replaceAll("'", '').split(' ');
	const excluded = words
		.filter((_, index) => words[index - 1] === '--exclude')
		.map(
			(glob) =>
				new RegExp(
					`^${glob.replaceAll('.', '\\.').replace(/\{(.*)\}/, (_, names) => `(${names.replaceAll(',', '|')})`)}$`,
				),
		);
	const included = words.filter(
		(word, index) => word.startsWith('test/') && words[index - 1] !== '--exclude',
	);
	return (file) =>
		/\.test\.tsx?$/.test(file) &&
		included.some((path) => file.includes(path)) &&
		!excluded.some((glob) => glob.test(file));
}
