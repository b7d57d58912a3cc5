import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one plain line that any program can read. */
export class SummaryReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const states = modules.flatMap((module) =>
			[...module.children.allTests()].map((test) => test.result().state),
		);
		const broken = modules.filter((module) => module.errors().length > 0).length;
		const count = (state: string) => states.filter((each) => each === state).length;
		const skipped = count('skipped');
		process.stdout.write(
			`\n${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
		);
	}
}
