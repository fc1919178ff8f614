import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import type { ScoredRun } from './scored-run.ts';
import type { SinkKind } from './sink.ts';

const TIMEOUT_MS = 10_000;
// room for one batch of runs; each run is several records
const QUEUE_RECORDS = 4_096;

/** OpenTelemetry: one `gen_ai.evaluation.result` per score and axis of a run, over OTLP/HTTP. */
export const otlpLogs: SinkKind = {
  id: 'otlp-logs',
  open(environment) {
    const url = endpointOf(environment);
    if (url === undefined) return undefined;
    let fault: Error | undefined;
    const exporter = new OTLPLogExporter({ url, timeoutMillis: TIMEOUT_MS });
    const processor = new BatchLogRecordProcessor({
      // the processor does not report errors
      exporter: {
        export: (records, done) =>
          exporter.export(records, (result) => {
            if (result.error !== undefined) fault = result.error;
            done(result);
          }),
        forceFlush: () => exporter.forceFlush(),
        shutdown: () => exporter.shutdown(),
      },
      maxQueueSize: QUEUE_RECORDS,
    });
    const resource = resourceFromAttributes({ 'service.name': 'assay' });
    const provider = new LoggerProvider({ resource, processors: [processor] });
    const logger = provider.getLogger('assay');
    return {
      async send(runs) {
        fault = undefined;
        for (const run of runs) for (const record of listRecords(run)) logger.emit(record);
        await provider.forceFlush();
        if (fault !== undefined) throw fault;
      },
      close: () => provider.shutdown(),
    };
  },
};

function endpointOf({
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: logs,
  OTEL_EXPORTER_OTLP_ENDPOINT: base,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (logs !== undefined && logs !== '') return logs;
  return base === undefined || base === '' ? undefined : `${base.replace(/\/$/, '')}/v1/logs`;
}

// names follow the OpenTelemetry conventions for generative AI; other names start with `assay.`
function listRecords(run: ScoredRun) {
  const common = {
    'assay.run.id': run.run_id,
    'assay.scenario': run.scenario,
    'assay.result': run.result,
    'assay.outcome': run.outcome,
    'assay.overall': run.overall,
    'assay.formula': `${run.formula}@${run.formula_version}`,
    'gen_ai.agent.name': run.agent_id,
    ...(run.organization_id === null ? {} : { 'assay.organization.id': run.organization_id }),
    ...(run.workspace_id === null ? {} : { 'assay.workspace.id': run.workspace_id }),
    ...(run.label === null ? {} : { 'assay.label': run.label }),
    ...(run.model === null ? {} : { 'gen_ai.response.model': run.model }),
  };
  const toRecord = (name: string, value: number, label?: string) => ({
    eventName: 'gen_ai.evaluation.result',
    timestamp: new Date(run.scored_at),
    attributes: {
      ...common,
      'gen_ai.evaluation.name': name,
      'gen_ai.evaluation.score.value': value,
      ...(label === undefined ? {} : { 'gen_ai.evaluation.score.label': label }),
    },
  });
  return [
    toRecord(run.formula, run.score, run.tier),
    ...Object.entries(run.axes).map(([axis, value]) => toRecord(`${run.formula}.${axis}`, value)),
  ];
}
