import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { startsSomething } from './test/lint/starts.ts';
import { SlowFirst } from './test/slow-first.ts';
import { SummaryReporter } from './test/summary-reporter.ts';

const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' })
	.map((path) => `test/${path}`)
	.filter((path) => /\.test\.tsx?$/.test(path));
/** Files with what only time or size shows. */
const long = testFiles.filter((path) => path.includes('.long.'));
const usual = testFiles.filter((path) => !long.includes(path));
/** Files that examine the threads, the memory or the inspector of their own process. */
const apart = usual.filter((path) => /^test\/service\/(?:debug\/|inspector)/.test(path));
const together = usual.filter((path) => !apart.includes(path));
/** `npm run test:quick` runs only files that start no program, no service and no terminal. */
const isQuick = process.env.SEEDTOP_QUICK !== undefined;

/** Of each project. A project that extends this file would evaluate it again. */
const common = {
	// Loading the modules for each file again would take more time than most of the tests.
	isolate: false,
	// The modules and their tests fill this soon. A smaller heap is collected over and over until it is as large.
	// Threads that collect garbage together wait for each other while all processors are busy.
	execArgv: ['--initial-heap-size=512', '--single-threaded-gc'],
	setupFiles: ['test/fixtures/setup.mjs'],
	// Node imports the modules: see the setup file.
	experimental: { viteModuleRunner: false, nodeLoader: false },
	// A spy of a built-in function keeps each value that it was called with.
	clearMocks: true,
	testTimeout: 120_000,
	hookTimeout: 120_000,
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
};

const project = (name: string, include: readonly string[], more: { readonly isolate?: boolean } = {}) => ({
	test: { ...common, ...more, name, include: [...include] },
});

export default defineConfig({
	test: {
		// Twice the cores of the reference machine, because tests wait for processes and transfers.
		maxWorkers: 4,
		sequence: { sequencer: SlowFirst },
		reporters: ['default', new SummaryReporter()],
		projects: [
			project('together', isQuick ? together.filter((path) => !startsSomething(path)) : together),
			project('apart', apart, { isolate: true }),
			project('long', long),
		],
	},
});
