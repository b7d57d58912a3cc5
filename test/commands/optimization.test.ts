import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { hasFlags } from '../../source/commands/cockpit/optimization.ts';
import { bundled } from '../programs/bundled.ts';

test('the flags are those of V8 in Node 20 only', () => {
	expect(['11.3.244.8-node.38', '11.8.172.17-node.20', '12.4.254.21-node.57'].map(hasFlags)).toEqual([
		true,
		false,
		false,
	]);
});

/** Returns the address of a module of the cockpit that node can import. */
const moduleOf = async (name: string) =>
	pathToFileURL(await bundled(`source/commands/cockpit/${name}.ts`)).href;

test('V8 prints no error for a flag', async () => {
	const module = await moduleOf('optimization');
	const program = `const all = await import('${module}');
		all.collectOnce();
		all.delayOptimization();`;
	const words = ['--input-type=module', '--eval', program];
	const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.each([[], ['--expose-gc'], ['--expose-gc-as=other']])(
	'garbage is collected early with the flags %j, which stay, so V8 still accepts saved code',
	async (...flags) => {
		const program = `const { collectEarly } = await import('${await moduleOf('early-collection')}');
			const { runInNewContext, Script } = await import('node:vm');
			const source = '(function () { return 1; })';
			const cachedData = new Script(source).createCachedData();
			const flags = () => runInNewContext('[typeof globalThis.gc, typeof globalThis.other].join()');
			const before = flags();
			const garbage = new WeakRef({});
			await new Promise(setImmediate);
			collectEarly();
			const isCollected = garbage.deref() === undefined;
			// V8 gives a script of the same name from its memory.
			const isRejected = new Script(source, { cachedData, filename: 'other.js' }).cachedDataRejected;
			process.stdout.write(JSON.stringify({ isCollected, isRejected, areSame: flags() === before }));`;
		const words = [...flags, '--input-type=module', '--eval', program];
		const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
		const isPossible = hasFlags() && !flags.some((flag) => flag.endsWith('other'));
		expect({ stderr, ...JSON.parse(stdout) }).toEqual({
			stderr: '',
			isCollected: isPossible,
			isRejected: false,
			areSame: true,
		});
	},
);
