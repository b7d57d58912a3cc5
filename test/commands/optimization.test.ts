import { spawnSync } from 'node:child_process';
import { Script } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { delayOptimization, hasFlags, optimizeSooner } from '../../source/commands/cockpit/optimization.ts';

const source = '(function () { return 1; })';
let names = 0;

afterEach(optimizeSooner);

/** Whether V8 rejects code that was saved now, at the next start. */
function isRejected(): boolean | undefined {
	const cachedData = new Script(source).createCachedData();
	delayOptimization();
	// V8 gives a script of the same name from its memory.
	return new Script(source, { cachedData, filename: `${names++}.js` }).cachedDataRejected;
}

test.skipIf(!hasFlags())(
	'V8 accepts code that was saved with the flags of a start, and rejects other code',
	() => {
		delayOptimization();
		optimizeSooner();
		expect(isRejected()).toBe(true);
		optimizeSooner();
		delayOptimization();
		expect(isRejected()).toBe(false);
	},
);

test('the flags are those of V8 in Node 20 only', () => {
	expect(['11.3.244.8-node.38', '11.8.172.17-node.20', '12.4.254.21-node.57'].map(hasFlags)).toEqual([
		true,
		false,
		false,
	]);
});

test('V8 prints no error for a flag', () => {
	const module = new URL('../../source/commands/cockpit/optimization.ts', import.meta.url).href;
	const program = `const all = await import('${module}');
		all.collectOnce();
		all.delayOptimization();
		all.optimizeSooner();`;
	const words = ['--import', 'tsx', '--input-type=module', '--eval', program];
	const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.each([[], ['--expose-gc'], ['--expose-gc-as=other']])(
	'garbage is collected early with the flags %j, which stay',
	(...flags) => {
		const folder = new URL('../../source/commands/cockpit/', import.meta.url).href;
		const program = `const { collectEarly } = await import('${folder}early-collection.ts');
			const { runInNewContext } = await import('node:vm');
			const flags = () => runInNewContext('[typeof globalThis.gc, typeof globalThis.other].join()');
			const before = flags();
			const garbage = new WeakRef({});
			await new Promise(setImmediate);
			collectEarly();
			const isCollected = garbage.deref() === undefined;
			process.stdout.write(JSON.stringify({ isCollected, areSame: flags() === before }));`;
		const words = [...flags, '--import', 'tsx', '--input-type=module', '--eval', program];
		const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
		const isPossible = hasFlags() && !flags.some((flag) => flag.endsWith('other'));
		expect({ stderr, ...JSON.parse(stdout) }).toEqual({ stderr: '', isCollected: isPossible, areSame: true });
	},
);
