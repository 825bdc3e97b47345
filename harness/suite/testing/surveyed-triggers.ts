/** The ids of every stream and trigger of the survey. Not here: what plays them (traced-triggers.ts). */

export const surveyed: readonly string[] = [
  `c01 c02 c02b c03 c03b c04a c04b c04c c04d c05 c06a c06b c06c c07a c07b c07c c07d c08 c08b c09 c09b c10 c10b c10c c11 c12a c12b
   c12b2 c12c c12d c12e c12f c12g c12h c12i c12j c13 c13b c13c c13d c14 c15 c15b c15c c15d c16a c16b c16c c16d c17 c18 c19 c20
   c21 c21b c21c c23 c24 c25 c26`,
  'r01 r02 r02b r03 r04 r05 r07 r10 r11 r12 r13 r13b r14 r15 r15c r16a r16b r17 r19',
  `a01 a02 a03 a03b a05 a07 a07b a07c a08 a08b a08c a10 a11 a11b a12 a12b a12c a12d a12e a12f a13 a14 a15 a15c a15d a15e a16a
   a16b a16c a16d a19`,
  'g01 g02 g03 g03b g07 g10 g10b g13 g14 g15c g16a g16b g16c g16d g19',
  `Q01 Q02 Q03 Q04 Q05 Q06 Q07 Q08 Q09 Q10 Q11 Q13 Q14 Q15 Q16 Q17 Q18 Q19 Q21 Q22 Q25 Q26 Q27 Q28 Q29 Q30 Q32 Q35
   Q36 Q37 Q39 Q44 Q45 Q46 Q47 Q48 Q49 Q50 Q52 Q54 Q56 Q58 Q59 Q61 Q62 Q64 Q65 Q66 Q68 Q69 Q72 Q73 Q74 Q78 Q80 Q81
   Q82 Q83 Q84 Q85 Q88 Q90 Q91 Q92 Q95 Q96 Q97 Q98 Q99 Q100 Q101 Q102 Q103`,
  `AN-01 AN-02 AN-03 AN-04 AN-06 AN-07 AN-09 AN-10 AN-12 AN-13 AN-14 AN-16 AN-17 AN-20 AN-22 AN-23 AN-26 AN-27
   AN-28 AN-29 AN-30 AN-31 AN-32 AN-33 AN-34 AN-35 AN-36 AN-37`,
  `GG-01 GG-03 GG-04 GG-06 GG-07 GG-08 GG-11 GG-12 GG-13 GG-14 GG-16 GG-17 GG-18 GG-19 GG-21 GG-22 GG-25 GG-26
   GG-27 GG-28 GG-29 GG-30 GG-31 GG-32 GG-33`,
  'BR-01 BR-03 BR-04 BR-06 BR-07 BR-09 BR-10 BR-12 BR-13 BR-14 BR-15 BR-16 BR-17',
  'MI-01 MI-03 MI-04 MI-05 MI-06 MI-07 MI-08',
  'CO-01 CO-03',
  'OL-01 OL-02 OL-03 OL-04',
  'ER-02 ER-03 ER-05 ER-06 ER-07 ER-08 ER-09 ER-12 ER-13 ER-14 ER-15 ER-16 ER-17 ER-18 ER-19 ER-20 ER-21 ER-22',
  'DS-01 DS-03 DS-04 DS-05 DS-06 DS-07 DS-08 DS-09 DS-10 DS-11 DS-12 DS-13 DS-14',
  `LV-01 LV-02 LV-03 LV-04 LV-05 LV-06 LV-07 LV-08 LV-09 LV-10 LV-11 LV-12 LV-13 LV-14 LV-15 LV-16 LV-17 LV-18
   LV-19 LV-20 LV-21 LV-22 LV-23 LV-24 LV-25 LV-26 LV-27 LV-28`,
  `ollama#4357 litellm#28736 sglang#8417 DSpark#55 sglang#19345 lmstudio#649 open-webui#22235 continue#6029
   CLIProxyAPI#3221 odysseus#1703 OmniRoute#8210 local-operator#223 pi#8473 openai-node#1206 ai#6534
   langchainjs#9816 claude-code-router#1672 openclaw#110642 workflow#1387 harness-sdk#3206 litellm#39288 
   symfony-ai#2220 ai#19091 ai#13137`,
].flatMap((ids) => ids.split(/\s+/))
