import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one plain line that any program can read. */
export class SummaryReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const states = modules.flatMap((module) =>
			[...module.children.allTests()].map((test) => test.result().state),
		);
		const broken = modules.filter((module) => module.errors().length > 0).length;
		for (const line of reasonsToSkip(modules)) process.stdout.write(`\n${line}`);
		const count = (state: string) => states.filter((each) => each === state).length;
		const skipped = count('skipped');
		process.stdout.write(
			`\n${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
		);
	}
}

/** Why tests were skipped, each reason once with how many it was. */
function reasonsToSkip(modules: readonly TestModule[]): string[] {
	const reasons = new Map<string, number>();
	for (const module of modules) {
		for (const test of module.children.allTests('skipped')) {
			const result = test.result();
			const reason = result.state === 'skipped' ? result.note : undefined;
			if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
		}
	}
	return [...reasons].map(
		([reason, tests]) => `NOTICE: ${tests} ${tests === 1 ? 'test' : 'tests'} skipped: ${reason}`,
	);
}
