import { Script } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { delayOptimization, optimizeSooner } from '../../source/commands/cockpit/optimization.ts';

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

test('V8 accepts code that was saved with the flags of a start, and rejects other code', () => {
	delayOptimization();
	optimizeSooner();
	expect(isRejected()).toBe(true);
	optimizeSooner();
	delayOptimization();
	expect(isRejected()).toBe(false);
});
