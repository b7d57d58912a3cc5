import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, so that none of them runs alone at the end. */
const slowest = [
	'test/stories/demo.test.ts',
	'test/service/kill/kill.test.ts',
	'test/stories/other-services.test.ts',
];

/** Runs the slowest files of each project first, then the others by their paths. Workers are shared within a project. */
export class SlowFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const placeOf = ({ project, moduleId }: TestSpecification): string => {
			const path = relative(this.ctx.config.root, moduleId);
			const at = slowest.indexOf(path);
			return `${project.name} ${at === -1 ? path : String(at).padStart(3, '0')}`;
		};
		const places = new Map(files.map((file) => [file, placeOf(file)]));
		const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
		return [...files].sort((one, other) => compare(places.get(one) ?? '', places.get(other) ?? ''));
	}
}
