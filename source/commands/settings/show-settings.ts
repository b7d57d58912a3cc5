import { readSettingsOf8 } from '../../client/settings-of-8.ts';
import { isOf8 } from '../../client/shared-limits.ts';
import { settingColumns } from '../../columns/settings.ts';
import { settingFields } from '../../settings/fields.ts';
import { settingFieldsOf8 } from '../../settings/fields-of-8.ts';
import { printAnswer, printJson, printTable, type TableInput } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { printSetting, settingRow } from './setting-rows.ts';

/** Prints the settings of the service. */
export async function showSettings({ json, header }: TableInput, { client, limits }: Call): Promise<void> {
	const isForeign = await isOf8(client, limits);
	const settings = isForeign
		? await readSettingsOf8(client, limits)
		: await client.getServiceSettings({}, limits);
	const fields = isForeign ? settingFieldsOf8 : settingFields;
	if (json && isForeign) printJson(settings);
	else if (json) await printAnswer('getServiceSettings', settings);
	else if (process.stdout.isTTY) {
		const rows = fields.map((field) => settingRow(field, settings));
		await printTable(settingColumns, rows, { header, empty: '' });
	} else for (const field of fields) printSetting(field, settings);
}
