import { beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../source/protocol/resources/settings.ts';
import { StoredSettings, storedSettingsText } from '../../../source/service/settings/stored-settings.ts';
import { openDatabase } from '../../../source/service/storage/database.ts';
import type { Database } from '../../../source/service/storage/sqlite.ts';
import { makeFolder } from '../../fixtures/folder.ts';

let database: Database;
let logged: string[];
const open = () => new StoredSettings(database, (_, text) => logged.push(text));

beforeEach(async () => {
	logged = [];
	database = openDatabase(await makeFolder());
	return () => database.close();
});

describe('stored settings', () => {
	test('have their defaults in a new database', () => {
		expect(open().current).toEqual(defaultSettings);
	});

	test('keep the changed fields, and the others, across a restart', () => {
		const settings = open();
		const listened: number[] = [];
		settings.listen(({ limits }) => listened.push(limits.alternative.schedule.from));
		settings.change({ limits: { alternative: { schedule: { from: 60 } } } });
		settings.change({ limits: { download: 7 } });
		const { limits } = open().current;
		expect(limits.download).toBe(7);
		expect(limits.upload).toBe(0);
		const { schedule } = defaultSettings.limits.alternative;
		expect(limits.alternative.schedule).toEqual({ ...schedule, from: 60 });
		expect(listened).toEqual([60, 60]);
	});

	test('replace lists', () => {
		open().change({ limits: { alternative: { schedule: { days: [2] } } } });
		expect(open().current.limits.alternative.schedule.days).toEqual([2]);
	});

	test('stay as they are if a change cannot be saved', () => {
		const settings = open();
		database.exec('PRAGMA query_only = ON');
		expect(() => settings.change({ limits: { download: 7 } })).toThrow();
		expect(settings.current).toEqual(defaultSettings);
	});

	test.each(['{"download":-1}', '{"download":"x"}', '[]', '{'])(
		'have their defaults in place of %s',
		(text) => {
			database.prepare('INSERT INTO settings VALUES (?, ?)').run('limits', text);
			expect(open().current).toEqual(defaultSettings);
			expect(logged).toHaveLength(1);
			expect(logged[0]).toContain(storedSettingsText.damaged('limits', '').slice(0, 20));
		},
	);
});
