import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './test/summary-reporter.ts';

export default defineConfig({
	// React runs in production mode, as in the bundle.
	oxc: { jsx: { runtime: 'automatic', development: false } },
	test: {
		include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
		// Tests run real processes and transfers. Two cores are the reference machine.
		maxWorkers: 2,
		reporters: ['default', new SummaryReporter()],
		testTimeout: 60_000,
		// .ci/run allows one more attempt on machines of unknown load. The summary names each test that needed it.
		retry: Number(process.env.SEEDTOP_RETRIES ?? 0),
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
	},
});
