/** The ways chat completions servers write tool calls, each with where it was seen. Not here: writing them (write-calls.ts), the other spellings (spellings.ts). */

import { inGroup } from './spelling-table.ts'
import * as facts from './turn-facts.ts'

/** Everything that identifies a call is one group: two dialects at once could mean a third thing. */
const identity = inGroup('call-identity')
const first = inGroup('call-arguments')
const order = inGroup('call-order')
const place = inGroup('call-place')
const type = inGroup('call-type')

const sdk = 'https://github.com/openai/openai-node, ChatCompletionChunk.Choice.Delta.ToolCall'
const vercel = 'https://github.com/vercel/ai'

export const callSpellings = [
  identity(
    'legal',
    'name-late',
    'The name comes one chunk after the id.',
    `${vercel}/issues/14760`,
    facts.hasCalls,
  ),
  identity(
    'legal',
    'identity-after-arguments',
    'Id and name come after a part of the arguments.',
    `${sdk} (all fields but the index are optional); ${vercel}/issues/15879`,
    facts.hasFilledCall,
  ),
  identity('legal', 'id-late', 'The id comes one chunk after the name.', sdk, facts.hasCalls),
  identity(
    'legal',
    'id-repeated',
    'Later chunks repeat the id and have an empty name.',
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/649',
    facts.hasFilledCall,
  ),
  identity(
    'legal',
    'id-blank-later',
    'Later chunks have an empty id and a null name.',
    'https://github.com/symfony/ai/issues/2220',
    facts.hasFilledCall,
  ),
  identity(
    'dialect',
    'name-repeated',
    'Later chunks repeat the id and the name.',
    'https://github.com/open-webui/open-webui/issues/22235',
    facts.hasFilledCall,
  ),
  identity(
    'dialect',
    'id-rotating',
    'Every later chunk has another id, and no name.',
    'a bend of the rules',
    facts.hasFilledCall,
  ),
  identity(
    'dialect',
    'index-missing',
    'Chunks have the id and no index.',
    'https://github.com/ollama/ollama/issues/7881',
    facts.hasCalls,
  ),
  identity(
    'dialect',
    'index-missing-continued',
    'Chunks have no index, and later ones no id either.',
    'https://github.com/openai/openai-python/issues/2806',
    facts.hasFilledCall,
  ),
  identity(
    'dialect',
    'index-from-1',
    'The first call has index 1.',
    `${vercel}/issues/18333`,
    facts.hasCalls,
  ),
  identity(
    'dialect',
    'index-falling',
    'The first call has the highest index.',
    `${vercel}/issues/18333`,
    facts.hasParallelCalls,
  ),
  identity(
    'dialect',
    'index-reused',
    'Every call has index 0, with an id and a name of its own.',
    'https://github.com/InternLM/lmdeploy/issues/3412, https://github.com/ollama/ollama/issues/15457',
    facts.hasParallelCalls,
  ),

  first(
    'legal',
    'arguments-with-name',
    'The first piece of the arguments stands beside the name.',
    'https://github.com/vercel/ai/pull/8108',
    facts.hasFilledCall,
  ),
  first(
    'legal',
    'arguments-whole',
    'A call comes whole in one chunk.',
    'https://console.groq.com/docs/tool-use, https://ai.google.dev/gemini-api/docs/openai',
    facts.hasFilledCall,
  ),
  first('legal', 'arguments-absent', 'A call without arguments lacks the field.', sdk, facts.hasEmptyCall),
  first(
    'legal',
    'arguments-empty-last',
    'An empty piece ends the arguments.',
    `${vercel}/issues/3953`,
    facts.hasCalls,
  ),
  first(
    'dialect',
    'arguments-null-first',
    'The chunk with the name has null arguments.',
    'https://github.com/vllm-project/vllm, vllm/entrypoints/openai/protocol.py (DeltaFunctionCall)',
    facts.hasCalls,
  ),
  first(
    'dialect',
    'arguments-object',
    'Arguments are a JSON object instead of its text.',
    'https://github.com/ollama/ollama/blob/main/docs/api.md, https://docs.mistral.ai/api/endpoint/chat',
    facts.hasOnlyCanonicalCalls,
  ),

  order(
    'legal',
    'calls-interleaved',
    'Pieces of all calls take turns.',
    `${sdk} (calls are told apart by index)`,
    facts.hasParallelCalls,
  ),
  order(
    'legal',
    'calls-in-one-delta',
    'One chunk advances all calls.',
    `${sdk} (tool_calls is an array)`,
    facts.hasParallelCalls,
  ),

  place(
    'legal',
    'calls-between-prose',
    'The calls stand behind the first piece of prose.',
    'https://platform.openai.com/docs/api-reference/chat-streaming (content and tool_calls are fields of their own)',
    facts.hasCallsAndProse,
  ),
  place(
    'dialect',
    'calls-first',
    'The calls stand before all prose.',
    'a bend of the rules',
    facts.hasCallsAndProse,
  ),

  type('legal', 'type-absent', 'Calls have no type.', `${sdk} (type is optional)`, facts.hasCalls),
  type(
    'dialect',
    'type-repeated',
    'Every piece of a call has its type.',
    `${vercel}/issues/19178`,
    facts.hasCalls,
  ),
] as const
