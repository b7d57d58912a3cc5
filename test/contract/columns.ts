import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpointNames } from '../../source/protocol/endpoints/table.ts';
import { startService } from '../programs/service-process.ts';
import { type Column, coverageTable, uncovered } from './coverage.ts';
import type { Dialect } from './foreign/dialect.ts';
import { hasRow, type InterfaceRow } from './foreign/features.ts';
import { expectAbsence } from './foreign-cases/absence.ts';
import { foreignCases } from './foreign-cases/all.ts';
import { withForeign } from './foreign-cases/context.ts';
import { type OwnService, runOwnCase, startOwnService } from './own-service.ts';

/** Rows of our own service that a file of tests examines, by the generation of the client. */
export type OwnRows = Readonly<Record<'A' | 'B', readonly EndpointName[]>>;

/**
 * Declares the tests of the contract: the cases of our own service and of services of dialects, and a test that no case
 * is missing.
 */
export function testContract(ownRows: OwnRows, dialects: readonly Dialect[]): void {
	const columns: Column[] = [];
	const column = (title: string, rows: Column['rows'], has: Column['has']): Set<EndpointName> => {
		const passed = new Set<EndpointName>();
		columns.push({ title, rows, has, passed });
		return passed;
	};

	describe('our own service', () => {
		let own: OwnService;
		beforeAll(async () => {
			// It examines its process.
			own = await startOwnService(startService);
		});
		afterAll(async () => own?.end());

		describe.each(['A', 'B'] as const)('generation %s', (generation) => {
			// Our own service has all rows, in both generations.
			const passed = column(`own ${generation}`, ownRows[generation], () => true);
			test.each(ownRows[generation])('%s', async (name) => {
				await runOwnCase(own, generation, name);
				passed.add(name);
			});
		});
	});

	describe.each(dialects)('a service of $name', (dialect) => {
		const has = (name: EndpointName): name is InterfaceRow => hasRow(dialect, name);
		const passed = column(dialect.name, endpointNames, has);
		test.each(endpointNames.filter(has))('%s', async (name) => {
			await withForeign(dialect, foreignCases[name]);
			passed.add(name);
		});
		// Absence changes nothing, so that one service and one client are enough.
		test('reports the other rows as absent', async () => {
			await withForeign(dialect, async (context) => {
				for (const name of endpointNames.filter((each) => !has(each))) {
					await expectAbsence(name, context);
					passed.add(name);
				}
			});
		});
	});

	test('every row of the endpoint table has a case in every dialect', () => {
		const standing = dialects
			.filter(({ family }) => family !== 'document')
			.map(({ name, family }) => `${name} stands for ${family}`);
		process.stdout.write(
			`\n${coverageTable(columns)}\n${standing.join(', ')}; doc is the interface document\n`,
		);
		for (const each of columns) expect([each.title, ...uncovered(each)]).toEqual([each.title]);
	});
}
