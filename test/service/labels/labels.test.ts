import { describe, expect, test } from 'vitest';
import { INHERITED, UNLIMITED } from '../../../source/format/own-limit.ts';
import { LabelStore, plainLabel } from '../../../source/service/labels/label-store.ts';
import { inheritedLimits, Labels, MAX_LABELS } from '../../../source/service/labels/labels.ts';
import { openDatabase } from '../../../source/service/storage/database.ts';
import { inTransaction } from '../../../source/service/storage/transaction.ts';
import { makeFolder } from '../../fixtures/folder.ts';

describe('labels', () => {
	test('are read again from the database', async () => {
		const database = openDatabase(await makeFolder());
		const labels = new Labels(new LabelStore(database));
		labels.create('films', { destination: '/srv/films', seedingRatio: 2 });
		labels.ensure('series');
		const write = (work: () => void) => inTransaction(database, work);
		labels.rename('series', 'shows', { maxUploadSpeed: 5 }, write);
		labels.change('shows', { maxDownloadSpeed: 6 });
		labels.create('gone', {});
		labels.remove('gone', write);
		expect(new Labels(new LabelStore(database)).list()).toEqual([
			['films', { ...plainLabel, destination: '/srv/films', seedingRatio: 2 }],
			['shows', { ...plainLabel, maxDownloadSpeed: 6, maxUploadSpeed: 5 }],
		]);
		database.close();
	});

	test('refuses an invalid name, and more than 200 labels', async () => {
		const database = openDatabase(await makeFolder());
		const labels = new Labels(new LabelStore(database));
		for (const name of ['', '\t', '.', '..', 'a\u202eb', '\ud800', '\u{1f600}'.repeat(65)])
			expect(() => labels.create(name, {})).toThrow(expect.objectContaining({ status: 400 }));
		labels.create('\u{1f600}'.repeat(64), {});
		for (let number = 1; number < MAX_LABELS; number++) labels.ensure(`label ${number}`);
		expect(() => labels.create('one more', {})).toThrow(expect.objectContaining({ status: 409 }));
		expect(() => labels.ensure('one more')).toThrow(expect.objectContaining({ status: 400 }));
		expect(labels.list()).toHaveLength(MAX_LABELS);
		labels.ensure('');
		labels.ensure('label 1');
		database.close();
	});
});

test('limits of a download come before those of its label', () => {
	const label = { maxDownloadSpeed: 100, maxUploadSpeed: 200 };
	expect(inheritedLimits({ maxDownloadSpeed: 5, maxUploadSpeed: 0 }, label)).toEqual({
		maxDownloadSpeed: 5,
		maxUploadSpeed: 200,
	});
	expect(inheritedLimits({ maxDownloadSpeed: 0, maxUploadSpeed: 7 }, undefined)).toEqual({
		maxDownloadSpeed: 0,
		maxUploadSpeed: 7,
	});
	expect(inheritedLimits({ maxDownloadSpeed: UNLIMITED, maxUploadSpeed: INHERITED }, label)).toEqual({
		maxDownloadSpeed: 0,
		maxUploadSpeed: 200,
	});
});
