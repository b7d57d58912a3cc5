import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/slow-first.ts';
import { SummaryReporter } from './test/summary-reporter.ts';

/** Files that start no program, no service and no terminal. */
const pure = [
	...[
		'columns',
		'concurrency',
		'documentation',
		'filter',
		'format',
		'lint',
		'metainfo',
		'protocol',
		'state',
		'tui',
	].map((folder) => `test/${folder}/**/*.test.{ts,tsx}`),
	'test/*.test.ts',
	'test/screens/!(sizes).test.tsx',
	'test/terminal/!(answers|job-control|lifecycle|loading|real-terminals).test.{ts,tsx}',
];
const all = ['test/**/*.test.{ts,tsx}'];
/** Files with what only time or size shows: `npm run test:long`. */
const long = ['test/**/*.long.test.{ts,tsx}'];

export default defineConfig({
	// React runs in production mode, as in the bundle.
	oxc: { jsx: { runtime: 'automatic', development: false } },
	test: {
		// Tests run real processes and transfers. Two cores are the reference machine.
		maxWorkers: 2,
		// Loading the modules for each file again would take more time than most of the tests.
		isolate: false,
		setupFiles: ['test/fixtures/setup.ts'],
		sequence: { sequencer: SlowFirst },
		reporters: ['default', new SummaryReporter()],
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// Ink and the cockpit read the environment and settings. Fix them for all machines.
		env: {
			NODE_ENV: 'production',
			TZ: 'UTC',
			CI: 'false',
			FORCE_COLOR: '3',
			LC_ALL: 'C.UTF-8',
			XDG_CONFIG_HOME: '',
			INK_SCREEN_READER: '',
		},
		projects: [
			{ extends: true, test: { name: 'pure', include: pure, exclude: long } },
			{ extends: true, test: { name: 'real', include: all, exclude: [...pure, ...long] } },
			{ extends: true, test: { name: 'long', include: long } },
		],
	},
});
