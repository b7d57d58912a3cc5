import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpointNames, endpoints } from '../../source/protocol/endpoints/table.ts';
import { type Column, coverageTable, uncovered } from './coverage.ts';
import { dialects } from './foreign/dialects.ts';
import { hasRow, type InterfaceRow } from './foreign/features.ts';
import { expectAbsence, expectAbsent } from './foreign-cases/absence.ts';
import { foreignCases } from './foreign-cases/all.ts';
import { withForeign } from './foreign-cases/context.ts';
import { caseOf, type OwnService, runOwnCase, startOwnService } from './own-service.ts';

const columns: Column[] = [];

function column(title: string, rows: Column['rows'], has: Column['has']): Set<EndpointName> {
	const passed = new Set<EndpointName>();
	columns.push({ title, rows, has, passed });
	return passed;
}

describe.each(['A', 'B'] as const)('our own service, generation %s', (generation) => {
	let own: OwnService;
	beforeAll(async () => {
		own = await startOwnService();
	});
	afterAll(async () => own?.end());

	const has = (name: EndpointName) => caseOf(name) !== undefined;
	// Our own service has its rows in both generations.
	const rows = endpointNames.filter((name) => endpoints[name].generations.includes(generation) || has(name));
	const passed = column(`own ${generation}`, rows, has);
	test.each(rows)('%s', async (name) => {
		if (has(name)) await runOwnCase(own, generation, name);
		else await expectAbsent(name, own.service.client(generation));
		passed.add(name);
	});
});

describe.each(dialects)('a service of $name', (dialect) => {
	const has = (name: EndpointName): name is InterfaceRow => hasRow(dialect, name);
	const passed = column(dialect.name, endpointNames, has);
	test.each(endpointNames)('%s', async (name) => {
		await withForeign(dialect, has(name) ? foreignCases[name] : (context) => expectAbsence(name, context));
		passed.add(name);
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
