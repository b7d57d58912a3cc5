import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, so that none of them runs alone at the end. */
const slowest = [
	'test/stories/demo.test.ts',
	'test/service/kill/kill.test.ts',
	'test/stories/other-services.test.ts',
];

/** Runs the slowest files of each project first, then the others by their paths. */
export class SlowFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const rank = ({ moduleId }: TestSpecification): number => {
			const at = slowest.indexOf(relative(this.ctx.config.root, moduleId));
			return at === -1 ? slowest.length : at;
		};
		const sorted = [...files].sort((one, other) =>
			one.moduleId < other.moduleId ? -1 : one.moduleId > other.moduleId ? 1 : 0,
		);
		return sorted.sort((one, other) => rank(one) - rank(other));
	}
}
