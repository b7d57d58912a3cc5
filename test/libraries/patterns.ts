import { matchPattern } from '../../source/state/files/pattern.ts';
import { makeTree } from '../fixtures/make-tree.ts';
import { shortest, type Trial } from './trial.ts';

const tree = (paths: readonly string[]) =>
	makeTree(paths.map((name, index) => ({ index, name, size: 1, included: true, progress: 0 })));

export const patterns: Trial = {
	name: 'patterns',
	packages: ['picomatch@4.0.3'],
	async run(load) {
		const { default: picomatch } = (await load('picomatch')) as {
			default: (pattern: string, options: object) => (path: string) => boolean;
		};
		const compile = (pattern: string) => picomatch(pattern, { nocase: true });
		const repeated = tree(['a'.repeat(40)]);
		const repeating = (stars: number) => {
			const pattern = `${'*a'.repeat(stars)}b`;
			const matches = compile(`**/${pattern}`);
			const began = performance.now();
			matches('a'.repeat(40));
			const theirs = Math.round(performance.now() - began);
			return `${stars} stars, a name of 40 letters: library ${theirs} ms, ours ${shortest(() => matchPattern(repeated, pattern))} ms`;
		};
		const paths = Array.from({ length: 100_000 }, (_, n) => `Show/Season ${n % 50}/episode ${n}.mkv`);
		const many = tree(paths);
		const all = compile('**/*.mkv');
		return [
			...[4, 6, 8].map(repeating),
			`100,000 paths, *.mkv: library ${shortest(() => paths.filter(all).length)} ms, ours ${shortest(() => matchPattern(many, '*.mkv'))} ms`,
		];
	},
};
