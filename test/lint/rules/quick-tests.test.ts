import { expect, test } from 'vitest';
import { plantedProject, printed } from '../planted.ts';
import { quickTests } from './quick-tests.ts';

test('a file of test:quick that starts something is found', () => {
	const project = {
		...plantedProject({
			'test/tui/a.test.ts': "import '../b.ts';",
			'test/b.ts': "import { fork } from 'node:child_process';",
			'test/tui/c.test.ts': "import { fork } from 'node:child_process';",
			'test/tui/d.test.ts': "import type { ChildProcess } from 'node:child_process';",
			'test/other/e.test.ts': "import '../b.ts';",
		}),
		scripts: { 'test:quick': "vitest run test/tui test/f.test.ts --exclude 'test/tui/{c,g}.test.ts'" },
	};
	expect(printed(quickTests(project))).toEqual([
		'test/tui/a.test.ts:1: A test of test:quick must start nothing: test/tui/a.test.ts → test/b.ts → node:child_process (starts a program).',
	]);
});
