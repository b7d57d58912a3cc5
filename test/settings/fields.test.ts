import { describe, expect, test } from 'vitest';
import { defaultSettings, SettingsChanges } from '../../source/protocol/resources/settings.ts';
import { settingChanges, settingFields, settingValue } from '../../source/settings/fields.ts';

describe('the settings of the service', () => {
	test('have names, labels and meanings of their own', () => {
		const names = settingFields.map(({ path }) => path);
		expect(names).toContain('limits.alternative.schedule.days');
		expect(new Set(names).size).toBe(names.length);
		const labels = settingFields.map(({ section, label }) => `${section} ${label}`);
		expect(new Set(labels).size).toBe(labels.length);
		expect(settingFields.filter(({ about }) => about === '')).toEqual([]);
	});

	test('have a kind that shows and parses the default', () => {
		for (const { path, kind } of settingFields) {
			const value = settingValue(defaultSettings, path);
			expect([path, kind.show(value)]).toEqual([path, expect.any(String)]);
			expect([path, kind.read(kind.typed(value))]).toEqual([path, value]);
		}
	});

	test('are unknown if the service does not report them', () => {
		expect(settingValue({ limits: { download: 5 } }, 'limits.upload')).toBeUndefined();
		expect(settingValue({ limits: 5 }, 'limits.alternative.mode')).toBeUndefined();
		expect(settingValue({}, 'limits.constructor')).toBeUndefined();
		expect(settingValue({ limits: {} }, 'limits.toString')).toBeUndefined();
	});

	test('are changed together, and only those that are given', () => {
		expect(
			settingChanges(SettingsChanges, [
				['limits.download', 5],
				['limits.alternative.schedule.from', 60],
				['limits.alternative.mode', 'on'],
			]),
		).toEqual({ limits: { download: 5, alternative: { schedule: { from: 60 }, mode: 'on' } } });
	});

	test('are not changed to an invalid value', () => {
		expect(settingChanges(SettingsChanges, [['limits.download', -1]])).toMatch(/^limits\.download /);
		expect(settingChanges(SettingsChanges, [['limits.alternative.mode', 'never']])).toMatch(
			/^limits\.alternative\.mode /,
		);
		expect(settingChanges(SettingsChanges, [['limits.alternative.schedule.to', 1440]])).toMatch(
			/schedule\.to /,
		);
	});
});
