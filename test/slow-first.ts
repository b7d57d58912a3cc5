import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, so that none of them runs alone at the end. */
const slowest = [
	'test/service/cheaters/cheaters.test.ts',
	'test/screens/every-screen.test.tsx',
	'test/service/watch-folder.test.ts',
	'test/service/move.test.ts',
	'test/service/stream.test.ts',
	'test/stories/other-services.test.ts',
	'test/service/completion.test.ts',
	'test/stories/cockpit.test.ts',
	'test/stories/details.test.ts',
	'test/screens/components.test.tsx',
	'test/service/engine/web-seeds.test.ts',
	'test/service/restart.test.ts',
	'test/screens/reach.test.tsx',
	'test/stories/palette-and-mouse.test.ts',
	'test/stories/channels-foreign.test.ts',
	'test/contract/contract.test.ts',
	'test/service/storage/database.test.ts',
	'test/service/statuses.test.ts',
	'test/stories/file-order.test.ts',
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
