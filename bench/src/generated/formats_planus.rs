pub use root::*;

const _: () = ::planus::check_version_compatibility("planus-1.3.0");

/// The root namespace
///
/// Generated from these locations:
/// * File `schema/formats.fbs`
#[no_implicit_prelude]
#[allow(clippy::needless_lifetimes)]
mod root {
    /// The namespace `formats`
    ///
    /// Generated from these locations:
    /// * File `schema/formats.fbs`
    pub mod formats {
        /// The table `Log` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Log` in the file `schema/formats.fbs:3`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Log {
            /// The field `entries` in the table `Log`
            pub entries: ::core::option::Option<::planus::alloc::vec::Vec<self::Entry>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Log {
            fn default() -> Self {
                Self { entries: ::core::default::Default::default() }
            }
        }

        impl Log {
            /// Creates a [LogBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> LogBuilder<()> {
                LogBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_entries: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_entries = field_entries.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                if prepared_entries.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Entry>]>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_entries) = prepared_entries {
                            object_writer.write::<_, _, 4>(&prepared_entries);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Log>> for Log {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Log>> for Log {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Log>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Log> for Log {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log> {
                Log::create(builder, &self.entries)
            }
        }

        /// Builder for serializing an instance of the [Log] type.
        ///
        /// Can be created using the [Log::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct LogBuilder<State>(State);

        impl LogBuilder<()> {
            /// Setter for the [`entries` field](Log#structfield.entries).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn entries<T0>(self, value: T0) -> LogBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
            {
                LogBuilder((value,))
            }

            /// Sets the [`entries` field](Log#structfield.entries) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn entries_as_null(self) -> LogBuilder<((),)> {
                self.entries(())
            }
        }

        impl<T0> LogBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Log].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log>
            where
                Self: ::planus::WriteAsOffset<Log>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>>
            ::planus::WriteAs<::planus::Offset<Log>> for LogBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Log>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>>
            ::planus::WriteAsOptional<::planus::Offset<Log>> for LogBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Log>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Log>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>>
            ::planus::WriteAsOffset<Log> for LogBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log> {
                let (v0,) = &self.0;
                Log::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Log].
        #[derive(Copy, Clone)]
        pub struct LogRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> LogRef<'a> {
            /// Getter for the [`entries` field](Log#structfield.entries).
            #[inline]
            pub fn entries(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::EntryRef<'a>>>>>
            {
                self.0.access(0, "Log", "entries")
            }
        }

        impl<'a> ::core::fmt::Debug for LogRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("LogRef");
                if let ::core::option::Option::Some(field_entries) = self.entries().transpose() {
                    f.field("entries", &field_entries);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<LogRef<'a>> for Log {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: LogRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    entries: if let ::core::option::Option::Some(entries) = value.entries()? {
                        ::core::option::Option::Some(entries.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for LogRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for LogRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[LogRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Log>> for Log {
            type Value = ::planus::Offset<Log>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Log>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for LogRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[LogRef]", "read_as_root", 0))
            }
        }

        /// The table `Entry` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Entry` in the file `schema/formats.fbs:7`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Entry {
            /// The field `address` in the table `Entry`
            pub address: u32,
            /// The field `identity` in the table `Entry`
            pub identity: ::planus::alloc::string::String,
            /// The field `user` in the table `Entry`
            pub user: ::planus::alloc::string::String,
            /// The field `time` in the table `Entry`
            pub time: ::planus::alloc::string::String,
            /// The field `request` in the table `Entry`
            pub request: ::planus::alloc::string::String,
            /// The field `status` in the table `Entry`
            pub status: u16,
            /// The field `size` in the table `Entry`
            pub size: u64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Entry {
            fn default() -> Self {
                Self {
                    address: 0,
                    identity: ::core::default::Default::default(),
                    user: ::core::default::Default::default(),
                    time: ::core::default::Default::default(),
                    request: ::core::default::Default::default(),
                    status: 0,
                    size: 0,
                }
            }
        }

        impl Entry {
            /// Creates a [EntryBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> EntryBuilder<()> {
                EntryBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_address: impl ::planus::WriteAsDefault<u32, u32>,
                field_identity: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_user: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_time: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_request: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_status: impl ::planus::WriteAsDefault<u16, u16>,
                field_size: impl ::planus::WriteAsDefault<u64, u64>,
            ) -> ::planus::Offset<Self> {
                let prepared_address = field_address.prepare(builder, &0);
                let prepared_identity = field_identity.prepare(builder);
                let prepared_user = field_user.prepare(builder);
                let prepared_time = field_time.prepare(builder);
                let prepared_request = field_request.prepare(builder);
                let prepared_status = field_status.prepare(builder, &0);
                let prepared_size = field_size.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<18> = ::core::default::Default::default();
                if prepared_size.is_some() {
                    table_writer.write_entry::<u64>(6);
                }
                if prepared_address.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                table_writer.write_entry::<::planus::Offset<str>>(1);
                table_writer.write_entry::<::planus::Offset<str>>(2);
                table_writer.write_entry::<::planus::Offset<str>>(3);
                table_writer.write_entry::<::planus::Offset<str>>(4);
                if prepared_status.is_some() {
                    table_writer.write_entry::<u16>(5);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_size) = prepared_size {
                            object_writer.write::<_, _, 8>(&prepared_size);
                        }
                        if let ::core::option::Option::Some(prepared_address) = prepared_address {
                            object_writer.write::<_, _, 4>(&prepared_address);
                        }
                        object_writer.write::<_, _, 4>(&prepared_identity);
                        object_writer.write::<_, _, 4>(&prepared_user);
                        object_writer.write::<_, _, 4>(&prepared_time);
                        object_writer.write::<_, _, 4>(&prepared_request);
                        if let ::core::option::Option::Some(prepared_status) = prepared_status {
                            object_writer.write::<_, _, 2>(&prepared_status);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Entry>> for Entry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Entry>> for Entry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Entry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Entry> for Entry {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
                Entry::create(
                    builder,
                    self.address,
                    &self.identity,
                    &self.user,
                    &self.time,
                    &self.request,
                    self.status,
                    self.size,
                )
            }
        }

        /// Builder for serializing an instance of the [Entry] type.
        ///
        /// Can be created using the [Entry::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct EntryBuilder<State>(State);

        impl EntryBuilder<()> {
            /// Setter for the [`address` field](Entry#structfield.address).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn address<T0>(self, value: T0) -> EntryBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                EntryBuilder((value,))
            }

            /// Sets the [`address` field](Entry#structfield.address) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn address_as_default(self) -> EntryBuilder<(::planus::DefaultValue,)> {
                self.address(::planus::DefaultValue)
            }
        }

        impl<T0> EntryBuilder<(T0,)> {
            /// Setter for the [`identity` field](Entry#structfield.identity).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn identity<T1>(self, value: T1) -> EntryBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                EntryBuilder((v0, value))
            }
        }

        impl<T0, T1> EntryBuilder<(T0, T1)> {
            /// Setter for the [`user` field](Entry#structfield.user).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn user<T2>(self, value: T2) -> EntryBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1) = self.0;
                EntryBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> EntryBuilder<(T0, T1, T2)> {
            /// Setter for the [`time` field](Entry#structfield.time).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn time<T3>(self, value: T3) -> EntryBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2) = self.0;
                EntryBuilder((v0, v1, v2, value))
            }
        }

        impl<T0, T1, T2, T3> EntryBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`request` field](Entry#structfield.request).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn request<T4>(self, value: T4) -> EntryBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3) = self.0;
                EntryBuilder((v0, v1, v2, v3, value))
            }
        }

        impl<T0, T1, T2, T3, T4> EntryBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`status` field](Entry#structfield.status).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn status<T5>(self, value: T5) -> EntryBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                EntryBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`status` field](Entry#structfield.status) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn status_as_default(self) -> EntryBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.status(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> EntryBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`size` field](Entry#structfield.size).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size<T6>(self, value: T6) -> EntryBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                EntryBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`size` field](Entry#structfield.size) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size_as_default(self) -> EntryBuilder<(T0, T1, T2, T3, T4, T5, ::planus::DefaultValue)> {
                self.size(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> EntryBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Entry].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry>
            where
                Self: ::planus::WriteAsOffset<Entry>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAs<::planus::Offset<str>>,
                T3: ::planus::WriteAs<::planus::Offset<str>>,
                T4: ::planus::WriteAs<::planus::Offset<str>>,
                T5: ::planus::WriteAsDefault<u16, u16>,
                T6: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAs<::planus::Offset<Entry>> for EntryBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            type Prepared = ::planus::Offset<Entry>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAs<::planus::Offset<str>>,
                T3: ::planus::WriteAs<::planus::Offset<str>>,
                T4: ::planus::WriteAs<::planus::Offset<str>>,
                T5: ::planus::WriteAsDefault<u16, u16>,
                T6: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAsOptional<::planus::Offset<Entry>> for EntryBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            type Prepared = ::planus::Offset<Entry>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Entry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAs<::planus::Offset<str>>,
                T3: ::planus::WriteAs<::planus::Offset<str>>,
                T4: ::planus::WriteAs<::planus::Offset<str>>,
                T5: ::planus::WriteAsDefault<u16, u16>,
                T6: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAsOffset<Entry> for EntryBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
                let (v0, v1, v2, v3, v4, v5, v6) = &self.0;
                Entry::create(builder, v0, v1, v2, v3, v4, v5, v6)
            }
        }

        /// Reference to a deserialized [Entry].
        #[derive(Copy, Clone)]
        pub struct EntryRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> EntryRef<'a> {
            /// Getter for the [`address` field](Entry#structfield.address).
            #[inline]
            pub fn address(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "Entry", "address")?.unwrap_or(0))
            }

            /// Getter for the [`identity` field](Entry#structfield.identity).
            #[inline]
            pub fn identity(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Entry", "identity")
            }

            /// Getter for the [`user` field](Entry#structfield.user).
            #[inline]
            pub fn user(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(2, "Entry", "user")
            }

            /// Getter for the [`time` field](Entry#structfield.time).
            #[inline]
            pub fn time(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(3, "Entry", "time")
            }

            /// Getter for the [`request` field](Entry#structfield.request).
            #[inline]
            pub fn request(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(4, "Entry", "request")
            }

            /// Getter for the [`status` field](Entry#structfield.status).
            #[inline]
            pub fn status(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(5, "Entry", "status")?.unwrap_or(0))
            }

            /// Getter for the [`size` field](Entry#structfield.size).
            #[inline]
            pub fn size(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(6, "Entry", "size")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for EntryRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("EntryRef");
                f.field("address", &self.address());
                f.field("identity", &self.identity());
                f.field("user", &self.user());
                f.field("time", &self.time());
                f.field("request", &self.request());
                f.field("status", &self.status());
                f.field("size", &self.size());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<EntryRef<'a>> for Entry {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: EntryRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    address: ::core::convert::TryInto::try_into(value.address()?)?,
                    identity: ::core::convert::Into::into(value.identity()?),
                    user: ::core::convert::Into::into(value.user()?),
                    time: ::core::convert::Into::into(value.time()?),
                    request: ::core::convert::Into::into(value.request()?),
                    status: ::core::convert::TryInto::try_into(value.status()?)?,
                    size: ::core::convert::TryInto::try_into(value.size()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for EntryRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for EntryRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[EntryRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Entry>> for Entry {
            type Value = ::planus::Offset<Entry>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Entry>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for EntryRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[EntryRef]", "read_as_root", 0))
            }
        }

        /// The table `Mesh` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Mesh` in the file `schema/formats.fbs:17`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Mesh {
            /// The field `triangles` in the table `Mesh`
            pub triangles: ::core::option::Option<::planus::alloc::vec::Vec<self::Triangle>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Mesh {
            fn default() -> Self {
                Self { triangles: ::core::default::Default::default() }
            }
        }

        impl Mesh {
            /// Creates a [MeshBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> MeshBuilder<()> {
                MeshBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_triangles: impl ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_triangles = field_triangles.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                if prepared_triangles.is_some() {
                    table_writer.write_entry::<::planus::Offset<[self::Triangle]>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_triangles) = prepared_triangles {
                            object_writer.write::<_, _, 4>(&prepared_triangles);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Mesh>> for Mesh {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Mesh>> for Mesh {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Mesh>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Mesh> for Mesh {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh> {
                Mesh::create(builder, &self.triangles)
            }
        }

        /// Builder for serializing an instance of the [Mesh] type.
        ///
        /// Can be created using the [Mesh::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct MeshBuilder<State>(State);

        impl MeshBuilder<()> {
            /// Setter for the [`triangles` field](Mesh#structfield.triangles).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn triangles<T0>(self, value: T0) -> MeshBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>,
            {
                MeshBuilder((value,))
            }

            /// Sets the [`triangles` field](Mesh#structfield.triangles) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn triangles_as_null(self) -> MeshBuilder<((),)> {
                self.triangles(())
            }
        }

        impl<T0> MeshBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Mesh].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh>
            where
                Self: ::planus::WriteAsOffset<Mesh>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>>
            ::planus::WriteAs<::planus::Offset<Mesh>> for MeshBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Mesh>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>>
            ::planus::WriteAsOptional<::planus::Offset<Mesh>> for MeshBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Mesh>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Mesh>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>> ::planus::WriteAsOffset<Mesh>
            for MeshBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh> {
                let (v0,) = &self.0;
                Mesh::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Mesh].
        #[derive(Copy, Clone)]
        pub struct MeshRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> MeshRef<'a> {
            /// Getter for the [`triangles` field](Mesh#structfield.triangles).
            #[inline]
            pub fn triangles(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, self::TriangleRef<'a>>>> {
                self.0.access(0, "Mesh", "triangles")
            }
        }

        impl<'a> ::core::fmt::Debug for MeshRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("MeshRef");
                if let ::core::option::Option::Some(field_triangles) = self.triangles().transpose() {
                    f.field("triangles", &field_triangles);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<MeshRef<'a>> for Mesh {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: MeshRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    triangles: if let ::core::option::Option::Some(triangles) = value.triangles()? {
                        ::core::option::Option::Some(triangles.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for MeshRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for MeshRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[MeshRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Mesh>> for Mesh {
            type Value = ::planus::Offset<Mesh>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Mesh>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for MeshRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[MeshRef]", "read_as_root", 0))
            }
        }

        /// The struct `Point` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Struct `Point` in the file `schema/formats.fbs:21`
        #[derive(Copy, Clone, Debug, PartialEq, PartialOrd, Default, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Point {
            /// The field `x` in the struct `Point`
            pub x: f32,

            /// The field `y` in the struct `Point`
            pub y: f32,

            /// The field `z` in the struct `Point`
            pub z: f32,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Point {
            const ALIGNMENT: usize = 4;
            const SIZE: usize = 12;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Point> for Point {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<4, 8>();
                self.x.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<4, 4>();
                self.y.write(cur, buffer_position - 4);
                let (cur, cursor) = cursor.split::<4, 0>();
                self.z.write(cur, buffer_position - 8);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Point> for Point {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Point> {
                unsafe {
                    builder.write_with(12, 3, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 12])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Point> for Point {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Point> for Point {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Point].
        #[derive(Copy, Clone)]
        pub struct PointRef<'a>(::planus::ArrayWithStartOffset<'a, 12>);

        impl<'a> PointRef<'a> {
            /// Getter for the [`x` field](Point#structfield.x).
            pub fn x(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(0).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`y` field](Point#structfield.y).
            pub fn y(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(4).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`z` field](Point#structfield.z).
            pub fn z(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(8).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for PointRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PointRef");
                f.field("x", &self.x());
                f.field("y", &self.y());
                f.field("z", &self.z());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 12>> for PointRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 12>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<PointRef<'a>> for Point {
            #[allow(unreachable_code)]
            fn from(value: PointRef<'a>) -> Self {
                Self { x: value.x(), y: value.y(), z: value.z() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<PointRef<'a>> for PointRef<'b> {
            fn eq(&self, other: &PointRef<'_>) -> bool {
                self.x() == other.x() && self.y() == other.y() && self.z() == other.z()
            }
        }

        impl<'a, 'b> ::core::cmp::PartialOrd<PointRef<'a>> for PointRef<'b> {
            fn partial_cmp(&self, other: &PointRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                match self.x().partial_cmp(&other.x()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.y().partial_cmp(&other.y()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                self.z().partial_cmp(&other.z())
            }
        }

        impl<'a> ::planus::TableRead<'a> for PointRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<12>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for PointRef<'a> {
            const STRIDE: usize = 12;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Point> for Point {
            const STRIDE: usize = 12;

            type Value = Point;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Point], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 12];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (12 * i) as u32,
                    );
                }
            }
        }

        /// The struct `Triangle` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Struct `Triangle` in the file `schema/formats.fbs:27`
        #[derive(Copy, Clone, Debug, PartialEq, PartialOrd, Default, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Triangle {
            /// The field `a` in the struct `Triangle`
            pub a: self::Point,

            /// The field `b` in the struct `Triangle`
            pub b: self::Point,

            /// The field `c` in the struct `Triangle`
            pub c: self::Point,

            /// The field `normal` in the struct `Triangle`
            pub normal: self::Point,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Triangle {
            const ALIGNMENT: usize = 4;
            const SIZE: usize = 48;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Triangle> for Triangle {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<12, 36>();
                self.a.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<12, 24>();
                self.b.write(cur, buffer_position - 12);
                let (cur, cursor) = cursor.split::<12, 12>();
                self.c.write(cur, buffer_position - 24);
                let (cur, cursor) = cursor.split::<12, 0>();
                self.normal.write(cur, buffer_position - 36);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Triangle> for Triangle {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Triangle> {
                unsafe {
                    builder.write_with(48, 3, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 48])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Triangle> for Triangle {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Triangle> for Triangle {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Triangle].
        #[derive(Copy, Clone)]
        pub struct TriangleRef<'a>(::planus::ArrayWithStartOffset<'a, 48>);

        impl<'a> TriangleRef<'a> {
            /// Getter for the [`a` field](Triangle#structfield.a).
            pub fn a(&self) -> self::PointRef<'a> {
                let buffer = self.0.advance_as_array::<12>(0).unwrap();

                ::core::convert::From::from(buffer)
            }

            /// Getter for the [`b` field](Triangle#structfield.b).
            pub fn b(&self) -> self::PointRef<'a> {
                let buffer = self.0.advance_as_array::<12>(12).unwrap();

                ::core::convert::From::from(buffer)
            }

            /// Getter for the [`c` field](Triangle#structfield.c).
            pub fn c(&self) -> self::PointRef<'a> {
                let buffer = self.0.advance_as_array::<12>(24).unwrap();

                ::core::convert::From::from(buffer)
            }

            /// Getter for the [`normal` field](Triangle#structfield.normal).
            pub fn normal(&self) -> self::PointRef<'a> {
                let buffer = self.0.advance_as_array::<12>(36).unwrap();

                ::core::convert::From::from(buffer)
            }
        }

        impl<'a> ::core::fmt::Debug for TriangleRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TriangleRef");
                f.field("a", &self.a());
                f.field("b", &self.b());
                f.field("c", &self.c());
                f.field("normal", &self.normal());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 48>> for TriangleRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 48>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<TriangleRef<'a>> for Triangle {
            #[allow(unreachable_code)]
            fn from(value: TriangleRef<'a>) -> Self {
                Self {
                    a: ::core::convert::From::from(value.a()),
                    b: ::core::convert::From::from(value.b()),
                    c: ::core::convert::From::from(value.c()),
                    normal: ::core::convert::From::from(value.normal()),
                }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<TriangleRef<'a>> for TriangleRef<'b> {
            fn eq(&self, other: &TriangleRef<'_>) -> bool {
                self.a() == other.a()
                    && self.b() == other.b()
                    && self.c() == other.c()
                    && self.normal() == other.normal()
            }
        }

        impl<'a, 'b> ::core::cmp::PartialOrd<TriangleRef<'a>> for TriangleRef<'b> {
            fn partial_cmp(&self, other: &TriangleRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                match self.a().partial_cmp(&other.a()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.b().partial_cmp(&other.b()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.c().partial_cmp(&other.c()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                self.normal().partial_cmp(&other.normal())
            }
        }

        impl<'a> ::planus::TableRead<'a> for TriangleRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<48>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for TriangleRef<'a> {
            const STRIDE: usize = 48;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Triangle> for Triangle {
            const STRIDE: usize = 48;

            type Value = Triangle;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[Triangle],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 48];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (48 * i) as u32,
                    );
                }
            }
        }

        /// The table `Saves` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Saves` in the file `schema/formats.fbs:34`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Saves {
            /// The field `players` in the table `Saves`
            pub players: ::core::option::Option<::planus::alloc::vec::Vec<self::Player>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Saves {
            fn default() -> Self {
                Self { players: ::core::default::Default::default() }
            }
        }

        impl Saves {
            /// Creates a [SavesBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> SavesBuilder<()> {
                SavesBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_players: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_players = field_players.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                if prepared_players.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Player>]>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_players) = prepared_players {
                            object_writer.write::<_, _, 4>(&prepared_players);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Saves>> for Saves {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Saves>> for Saves {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Saves>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Saves> for Saves {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
                Saves::create(builder, &self.players)
            }
        }

        /// Builder for serializing an instance of the [Saves] type.
        ///
        /// Can be created using the [Saves::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct SavesBuilder<State>(State);

        impl SavesBuilder<()> {
            /// Setter for the [`players` field](Saves#structfield.players).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn players<T0>(self, value: T0) -> SavesBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>,
            {
                SavesBuilder((value,))
            }

            /// Sets the [`players` field](Saves#structfield.players) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn players_as_null(self) -> SavesBuilder<((),)> {
                self.players(())
            }
        }

        impl<T0> SavesBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Saves].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves>
            where
                Self: ::planus::WriteAsOffset<Saves>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>>
            ::planus::WriteAs<::planus::Offset<Saves>> for SavesBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Saves>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>>
            ::planus::WriteAsOptional<::planus::Offset<Saves>> for SavesBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Saves>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Saves>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>>
            ::planus::WriteAsOffset<Saves> for SavesBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
                let (v0,) = &self.0;
                Saves::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Saves].
        #[derive(Copy, Clone)]
        pub struct SavesRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SavesRef<'a> {
            /// Getter for the [`players` field](Saves#structfield.players).
            #[inline]
            pub fn players(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::PlayerRef<'a>>>>>
            {
                self.0.access(0, "Saves", "players")
            }
        }

        impl<'a> ::core::fmt::Debug for SavesRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("SavesRef");
                if let ::core::option::Option::Some(field_players) = self.players().transpose() {
                    f.field("players", &field_players);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<SavesRef<'a>> for Saves {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: SavesRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    players: if let ::core::option::Option::Some(players) = value.players()? {
                        ::core::option::Option::Some(players.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for SavesRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SavesRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[SavesRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Saves>> for Saves {
            type Value = ::planus::Offset<Saves>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Saves>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for SavesRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[SavesRef]", "read_as_root", 0))
            }
        }

        /// The struct `Id` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Struct `Id` in the file `schema/formats.fbs:38`
        #[derive(
            Copy, Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, Default, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct Id {
            /// The field `high` in the struct `Id`
            pub high: u64,

            /// The field `low` in the struct `Id`
            pub low: u64,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Id {
            const ALIGNMENT: usize = 8;
            const SIZE: usize = 16;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Id> for Id {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<8, 8>();
                self.high.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<8, 0>();
                self.low.write(cur, buffer_position - 8);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Id> for Id {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Id> {
                unsafe {
                    builder.write_with(16, 7, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 16])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Id> for Id {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Id> for Id {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Id].
        #[derive(Copy, Clone)]
        pub struct IdRef<'a>(::planus::ArrayWithStartOffset<'a, 16>);

        impl<'a> IdRef<'a> {
            /// Getter for the [`high` field](Id#structfield.high).
            pub fn high(&self) -> u64 {
                let buffer = self.0.advance_as_array::<8>(0).unwrap();

                u64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`low` field](Id#structfield.low).
            pub fn low(&self) -> u64 {
                let buffer = self.0.advance_as_array::<8>(8).unwrap();

                u64::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for IdRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("IdRef");
                f.field("high", &self.high());
                f.field("low", &self.low());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 16>> for IdRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 16>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<IdRef<'a>> for Id {
            #[allow(unreachable_code)]
            fn from(value: IdRef<'a>) -> Self {
                Self { high: value.high(), low: value.low() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<IdRef<'a>> for IdRef<'b> {
            fn eq(&self, other: &IdRef<'_>) -> bool {
                self.high() == other.high() && self.low() == other.low()
            }
        }

        impl<'a> ::core::cmp::Eq for IdRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<IdRef<'a>> for IdRef<'b> {
            fn partial_cmp(&self, other: &IdRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for IdRef<'a> {
            fn cmp(&self, other: &IdRef<'_>) -> ::core::cmp::Ordering {
                self.high().cmp(&other.high()).then_with(|| self.low().cmp(&other.low()))
            }
        }

        impl<'a> ::core::hash::Hash for IdRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.high().hash(state);
                self.low().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for IdRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<16>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for IdRef<'a> {
            const STRIDE: usize = 16;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Id> for Id {
            const STRIDE: usize = 16;

            type Value = Id;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Id], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 16];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (16 * i) as u32,
                    );
                }
            }
        }

        /// The struct `Position` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Struct `Position` in the file `schema/formats.fbs:43`
        #[derive(Copy, Clone, Debug, PartialEq, PartialOrd, Default, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Position {
            /// The field `x` in the struct `Position`
            pub x: f64,

            /// The field `y` in the struct `Position`
            pub y: f64,

            /// The field `z` in the struct `Position`
            pub z: f64,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Position {
            const ALIGNMENT: usize = 8;
            const SIZE: usize = 24;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Position> for Position {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<8, 16>();
                self.x.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<8, 8>();
                self.y.write(cur, buffer_position - 8);
                let (cur, cursor) = cursor.split::<8, 0>();
                self.z.write(cur, buffer_position - 16);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Position> for Position {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Position> {
                unsafe {
                    builder.write_with(24, 7, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 24])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Position> for Position {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Position> for Position {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Position].
        #[derive(Copy, Clone)]
        pub struct PositionRef<'a>(::planus::ArrayWithStartOffset<'a, 24>);

        impl<'a> PositionRef<'a> {
            /// Getter for the [`x` field](Position#structfield.x).
            pub fn x(&self) -> f64 {
                let buffer = self.0.advance_as_array::<8>(0).unwrap();

                f64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`y` field](Position#structfield.y).
            pub fn y(&self) -> f64 {
                let buffer = self.0.advance_as_array::<8>(8).unwrap();

                f64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`z` field](Position#structfield.z).
            pub fn z(&self) -> f64 {
                let buffer = self.0.advance_as_array::<8>(16).unwrap();

                f64::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for PositionRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PositionRef");
                f.field("x", &self.x());
                f.field("y", &self.y());
                f.field("z", &self.z());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 24>> for PositionRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 24>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<PositionRef<'a>> for Position {
            #[allow(unreachable_code)]
            fn from(value: PositionRef<'a>) -> Self {
                Self { x: value.x(), y: value.y(), z: value.z() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<PositionRef<'a>> for PositionRef<'b> {
            fn eq(&self, other: &PositionRef<'_>) -> bool {
                self.x() == other.x() && self.y() == other.y() && self.z() == other.z()
            }
        }

        impl<'a, 'b> ::core::cmp::PartialOrd<PositionRef<'a>> for PositionRef<'b> {
            fn partial_cmp(&self, other: &PositionRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                match self.x().partial_cmp(&other.x()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.y().partial_cmp(&other.y()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                self.z().partial_cmp(&other.z())
            }
        }

        impl<'a> ::planus::TableRead<'a> for PositionRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<24>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for PositionRef<'a> {
            const STRIDE: usize = 24;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Position> for Position {
            const STRIDE: usize = 24;

            type Value = Position;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[Position],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 24];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (24 * i) as u32,
                    );
                }
            }
        }

        /// The struct `Block` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Struct `Block` in the file `schema/formats.fbs:49`
        #[derive(
            Copy, Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, Default, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct Block {
            /// The field `x` in the struct `Block`
            pub x: i32,

            /// The field `y` in the struct `Block`
            pub y: i32,

            /// The field `z` in the struct `Block`
            pub z: i32,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Block {
            const ALIGNMENT: usize = 4;
            const SIZE: usize = 12;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Block> for Block {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<4, 8>();
                self.x.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<4, 4>();
                self.y.write(cur, buffer_position - 4);
                let (cur, cursor) = cursor.split::<4, 0>();
                self.z.write(cur, buffer_position - 8);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Block> for Block {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Block> {
                unsafe {
                    builder.write_with(12, 3, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 12])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Block> for Block {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Block> for Block {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Block].
        #[derive(Copy, Clone)]
        pub struct BlockRef<'a>(::planus::ArrayWithStartOffset<'a, 12>);

        impl<'a> BlockRef<'a> {
            /// Getter for the [`x` field](Block#structfield.x).
            pub fn x(&self) -> i32 {
                let buffer = self.0.advance_as_array::<4>(0).unwrap();

                i32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`y` field](Block#structfield.y).
            pub fn y(&self) -> i32 {
                let buffer = self.0.advance_as_array::<4>(4).unwrap();

                i32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`z` field](Block#structfield.z).
            pub fn z(&self) -> i32 {
                let buffer = self.0.advance_as_array::<4>(8).unwrap();

                i32::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for BlockRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("BlockRef");
                f.field("x", &self.x());
                f.field("y", &self.y());
                f.field("z", &self.z());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 12>> for BlockRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 12>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<BlockRef<'a>> for Block {
            #[allow(unreachable_code)]
            fn from(value: BlockRef<'a>) -> Self {
                Self { x: value.x(), y: value.y(), z: value.z() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<BlockRef<'a>> for BlockRef<'b> {
            fn eq(&self, other: &BlockRef<'_>) -> bool {
                self.x() == other.x() && self.y() == other.y() && self.z() == other.z()
            }
        }

        impl<'a> ::core::cmp::Eq for BlockRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<BlockRef<'a>> for BlockRef<'b> {
            fn partial_cmp(&self, other: &BlockRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for BlockRef<'a> {
            fn cmp(&self, other: &BlockRef<'_>) -> ::core::cmp::Ordering {
                self.x().cmp(&other.x()).then_with(|| self.y().cmp(&other.y())).then_with(|| self.z().cmp(&other.z()))
            }
        }

        impl<'a> ::core::hash::Hash for BlockRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.x().hash(state);
                self.y().hash(state);
                self.z().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for BlockRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<12>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for BlockRef<'a> {
            const STRIDE: usize = 12;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Block> for Block {
            const STRIDE: usize = 12;

            type Value = Block;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Block], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 12];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (12 * i) as u32,
                    );
                }
            }
        }

        /// The enum `Mode` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Enum `Mode` in the file `schema/formats.fbs:55`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(u8)]
        pub enum Mode {
            /// The variant `Story` in the enum `Mode`
            Story = 0,

            /// The variant `Free` in the enum `Mode`
            Free = 1,

            /// The variant `Building` in the enum `Mode`
            Building = 2,

            /// The variant `Watching` in the enum `Mode`
            Watching = 3,
        }

        impl Mode {
            /// Array containing all valid variants of Mode
            pub const ENUM_VALUES: [Self; 4] = [Self::Story, Self::Free, Self::Building, Self::Watching];
        }

        impl ::core::convert::TryFrom<u8> for Mode {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(Mode::Story),
                    1 => ::core::result::Result::Ok(Mode::Free),
                    2 => ::core::result::Result::Ok(Mode::Building),
                    3 => ::core::result::Result::Ok(Mode::Watching),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
                }
            }
        }

        impl ::core::convert::From<Mode> for u8 {
            #[inline]
            fn from(value: Mode) -> Self {
                value as u8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Mode {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<Mode> for Mode {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as u8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<Mode> for Mode {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Mode {
                *self
            }
        }

        impl ::planus::WriteAsDefault<Mode, Mode> for Mode {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder, default: &Mode) -> ::core::option::Option<Mode> {
                if self == default {
                    ::core::option::Option::None
                } else {
                    ::core::option::Option::Some(*self)
                }
            }
        }

        impl ::planus::WriteAsOptional<Mode> for Mode {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Mode> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for Mode {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for Mode {
            type Error = ::planus::errors::UnknownEnumTag;
            const STRIDE: usize = 1;
            #[inline]
            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {
                let value = unsafe { *buffer.buffer.get_unchecked(offset) };
                let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
                value.map_err(|error_kind| {
                    error_kind.with_error_location("Mode", "VectorRead::from_buffer", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Mode> for Mode {
            const STRIDE: usize = 1;

            type Value = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Self], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - i as u32,
                    );
                }
            }
        }

        /// The table `Player` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Player` in the file `schema/formats.fbs:62`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Player {
            /// The field `id` in the table `Player`
            pub id: self::Id,
            /// The field `name` in the table `Player`
            pub name: ::planus::alloc::string::String,
            /// The field `mode` in the table `Player`
            pub mode: self::Mode,
            /// The field `position` in the table `Player`
            pub position: self::Position,
            /// The field `yaw` in the table `Player`
            pub yaw: f32,
            /// The field `pitch` in the table `Player`
            pub pitch: f32,
            /// The field `health` in the table `Player`
            pub health: f32,
            /// The field `score` in the table `Player`
            pub score: i64,
            /// The field `home` in the table `Player`
            pub home: ::core::option::Option<::planus::alloc::boxed::Box<self::Home>>,
            /// The field `abilities` in the table `Player`
            pub abilities: self::Abilities,
            /// The field `carried` in the table `Player`
            pub carried: ::core::option::Option<::planus::alloc::vec::Vec<self::Stack>>,
            /// The field `stored` in the table `Player`
            pub stored: ::core::option::Option<::planus::alloc::vec::Vec<self::Stack>>,
            /// The field `mount` in the table `Player`
            pub mount: ::core::option::Option<::planus::alloc::boxed::Box<self::Creature>>,
            /// The field `companions` in the table `Player`
            pub companions: ::core::option::Option<::planus::alloc::vec::Vec<self::Creature>>,
            /// The field `counts` in the table `Player`
            pub counts: ::core::option::Option<::planus::alloc::vec::Vec<self::Count>>,
            /// The field `quests` in the table `Player`
            pub quests: ::core::option::Option<::planus::alloc::vec::Vec<self::Quest>>,
            /// The field `recipes` in the table `Player`
            pub recipes: ::planus::alloc::boxed::Box<self::Recipes>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Player {
            fn default() -> Self {
                Self {
                    id: ::core::default::Default::default(),
                    name: ::core::default::Default::default(),
                    mode: self::Mode::Story,
                    position: ::core::default::Default::default(),
                    yaw: 0.0,
                    pitch: 0.0,
                    health: 0.0,
                    score: 0,
                    home: ::core::default::Default::default(),
                    abilities: ::core::default::Default::default(),
                    carried: ::core::default::Default::default(),
                    stored: ::core::default::Default::default(),
                    mount: ::core::default::Default::default(),
                    companions: ::core::default::Default::default(),
                    counts: ::core::default::Default::default(),
                    quests: ::core::default::Default::default(),
                    recipes: ::core::default::Default::default(),
                }
            }
        }

        impl Player {
            /// Creates a [PlayerBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> PlayerBuilder<()> {
                PlayerBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAs<self::Id>,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_mode: impl ::planus::WriteAsDefault<self::Mode, self::Mode>,
                field_position: impl ::planus::WriteAs<self::Position>,
                field_yaw: impl ::planus::WriteAsDefault<f32, f32>,
                field_pitch: impl ::planus::WriteAsDefault<f32, f32>,
                field_health: impl ::planus::WriteAsDefault<f32, f32>,
                field_score: impl ::planus::WriteAsDefault<i64, i64>,
                field_home: impl ::planus::WriteAsOptional<::planus::Offset<self::Home>>,
                field_abilities: impl ::planus::WriteAs<self::Abilities>,
                field_carried: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
                field_stored: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
                field_mount: impl ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
                field_companions: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Creature>]>>,
                field_counts: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Count>]>>,
                field_quests: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Quest>]>>,
                field_recipes: impl ::planus::WriteAs<::planus::Offset<self::Recipes>>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder);
                let prepared_name = field_name.prepare(builder);
                let prepared_mode = field_mode.prepare(builder, &self::Mode::Story);
                let prepared_position = field_position.prepare(builder);
                let prepared_yaw = field_yaw.prepare(builder, &0.0);
                let prepared_pitch = field_pitch.prepare(builder, &0.0);
                let prepared_health = field_health.prepare(builder, &0.0);
                let prepared_score = field_score.prepare(builder, &0);
                let prepared_home = field_home.prepare(builder);
                let prepared_abilities = field_abilities.prepare(builder);
                let prepared_carried = field_carried.prepare(builder);
                let prepared_stored = field_stored.prepare(builder);
                let prepared_mount = field_mount.prepare(builder);
                let prepared_companions = field_companions.prepare(builder);
                let prepared_counts = field_counts.prepare(builder);
                let prepared_quests = field_quests.prepare(builder);
                let prepared_recipes = field_recipes.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<38> = ::core::default::Default::default();
                table_writer.write_entry::<self::Id>(0);
                table_writer.write_entry::<self::Position>(3);
                if prepared_score.is_some() {
                    table_writer.write_entry::<i64>(7);
                }
                table_writer.write_entry::<::planus::Offset<str>>(1);
                if prepared_yaw.is_some() {
                    table_writer.write_entry::<f32>(4);
                }
                if prepared_pitch.is_some() {
                    table_writer.write_entry::<f32>(5);
                }
                if prepared_health.is_some() {
                    table_writer.write_entry::<f32>(6);
                }
                if prepared_home.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Home>>(8);
                }
                table_writer.write_entry::<self::Abilities>(9);
                if prepared_carried.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Stack>]>>(10);
                }
                if prepared_stored.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Stack>]>>(11);
                }
                if prepared_mount.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Creature>>(12);
                }
                if prepared_companions.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Creature>]>>(13);
                }
                if prepared_counts.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Count>]>>(14);
                }
                if prepared_quests.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Quest>]>>(15);
                }
                table_writer.write_entry::<::planus::Offset<self::Recipes>>(16);
                if prepared_mode.is_some() {
                    table_writer.write_entry::<self::Mode>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 16>(&prepared_id);
                        object_writer.write::<_, _, 24>(&prepared_position);
                        if let ::core::option::Option::Some(prepared_score) = prepared_score {
                            object_writer.write::<_, _, 8>(&prepared_score);
                        }
                        object_writer.write::<_, _, 4>(&prepared_name);
                        if let ::core::option::Option::Some(prepared_yaw) = prepared_yaw {
                            object_writer.write::<_, _, 4>(&prepared_yaw);
                        }
                        if let ::core::option::Option::Some(prepared_pitch) = prepared_pitch {
                            object_writer.write::<_, _, 4>(&prepared_pitch);
                        }
                        if let ::core::option::Option::Some(prepared_health) = prepared_health {
                            object_writer.write::<_, _, 4>(&prepared_health);
                        }
                        if let ::core::option::Option::Some(prepared_home) = prepared_home {
                            object_writer.write::<_, _, 4>(&prepared_home);
                        }
                        object_writer.write::<_, _, 12>(&prepared_abilities);
                        if let ::core::option::Option::Some(prepared_carried) = prepared_carried {
                            object_writer.write::<_, _, 4>(&prepared_carried);
                        }
                        if let ::core::option::Option::Some(prepared_stored) = prepared_stored {
                            object_writer.write::<_, _, 4>(&prepared_stored);
                        }
                        if let ::core::option::Option::Some(prepared_mount) = prepared_mount {
                            object_writer.write::<_, _, 4>(&prepared_mount);
                        }
                        if let ::core::option::Option::Some(prepared_companions) = prepared_companions {
                            object_writer.write::<_, _, 4>(&prepared_companions);
                        }
                        if let ::core::option::Option::Some(prepared_counts) = prepared_counts {
                            object_writer.write::<_, _, 4>(&prepared_counts);
                        }
                        if let ::core::option::Option::Some(prepared_quests) = prepared_quests {
                            object_writer.write::<_, _, 4>(&prepared_quests);
                        }
                        object_writer.write::<_, _, 4>(&prepared_recipes);
                        if let ::core::option::Option::Some(prepared_mode) = prepared_mode {
                            object_writer.write::<_, _, 1>(&prepared_mode);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Player>> for Player {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Player>> for Player {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Player>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Player> for Player {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player> {
                Player::create(
                    builder,
                    self.id,
                    &self.name,
                    self.mode,
                    self.position,
                    self.yaw,
                    self.pitch,
                    self.health,
                    self.score,
                    &self.home,
                    self.abilities,
                    &self.carried,
                    &self.stored,
                    &self.mount,
                    &self.companions,
                    &self.counts,
                    &self.quests,
                    &self.recipes,
                )
            }
        }

        /// Builder for serializing an instance of the [Player] type.
        ///
        /// Can be created using the [Player::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct PlayerBuilder<State>(State);

        impl PlayerBuilder<()> {
            /// Setter for the [`id` field](Player#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> PlayerBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<self::Id>,
            {
                PlayerBuilder((value,))
            }
        }

        impl<T0> PlayerBuilder<(T0,)> {
            /// Setter for the [`name` field](Player#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T1>(self, value: T1) -> PlayerBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                PlayerBuilder((v0, value))
            }
        }

        impl<T0, T1> PlayerBuilder<(T0, T1)> {
            /// Setter for the [`mode` field](Player#structfield.mode).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mode<T2>(self, value: T2) -> PlayerBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<self::Mode, self::Mode>,
            {
                let (v0, v1) = self.0;
                PlayerBuilder((v0, v1, value))
            }

            /// Sets the [`mode` field](Player#structfield.mode) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mode_as_default(self) -> PlayerBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.mode(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> PlayerBuilder<(T0, T1, T2)> {
            /// Setter for the [`position` field](Player#structfield.position).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn position<T3>(self, value: T3) -> PlayerBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAs<self::Position>,
            {
                let (v0, v1, v2) = self.0;
                PlayerBuilder((v0, v1, v2, value))
            }
        }

        impl<T0, T1, T2, T3> PlayerBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`yaw` field](Player#structfield.yaw).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn yaw<T4>(self, value: T4) -> PlayerBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<f32, f32>,
            {
                let (v0, v1, v2, v3) = self.0;
                PlayerBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`yaw` field](Player#structfield.yaw) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn yaw_as_default(self) -> PlayerBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.yaw(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> PlayerBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`pitch` field](Player#structfield.pitch).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn pitch<T5>(self, value: T5) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<f32, f32>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`pitch` field](Player#structfield.pitch) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn pitch_as_default(self) -> PlayerBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.pitch(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> PlayerBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`health` field](Player#structfield.health).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn health<T6>(self, value: T6) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsDefault<f32, f32>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`health` field](Player#structfield.health) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn health_as_default(self) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, ::planus::DefaultValue)> {
                self.health(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`score` field](Player#structfield.score).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn score<T7>(self, value: T7) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }

            /// Sets the [`score` field](Player#structfield.score) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn score_as_default(self) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, ::planus::DefaultValue)> {
                self.score(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`home` field](Player#structfield.home).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn home<T8>(self, value: T8) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAsOptional<::planus::Offset<self::Home>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }

            /// Sets the [`home` field](Player#structfield.home) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn home_as_null(self) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, ())> {
                self.home(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Setter for the [`abilities` field](Player#structfield.abilities).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn abilities<T9>(self, value: T9) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
            where
                T9: ::planus::WriteAs<self::Abilities>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)> {
            /// Setter for the [`carried` field](Player#structfield.carried).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn carried<T10>(self, value: T10) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)>
            where
                T10: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, value))
            }

            /// Sets the [`carried` field](Player#structfield.carried) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn carried_as_null(self) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, ())> {
                self.carried(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)> {
            /// Setter for the [`stored` field](Player#structfield.stored).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stored<T11>(self, value: T11) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
            where
                T11: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, value))
            }

            /// Sets the [`stored` field](Player#structfield.stored) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stored_as_null(self) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, ())> {
                self.stored(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            /// Setter for the [`mount` field](Player#structfield.mount).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mount<T12>(
                self,
                value: T12,
            ) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
            where
                T12: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, value))
            }

            /// Sets the [`mount` field](Player#structfield.mount) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mount_as_null(self) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, ())> {
                self.mount(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>
            PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            /// Setter for the [`companions` field](Player#structfield.companions).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn companions<T13>(
                self,
                value: T13,
            ) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)>
            where
                T13: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Creature>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, value))
            }

            /// Sets the [`companions` field](Player#structfield.companions) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn companions_as_null(
                self,
            ) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, ())> {
                self.companions(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>
            PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)>
        {
            /// Setter for the [`counts` field](Player#structfield.counts).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn counts<T14>(
                self,
                value: T14,
            ) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14)>
            where
                T14: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Count>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, value))
            }

            /// Sets the [`counts` field](Player#structfield.counts) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn counts_as_null(
                self,
            ) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, ())> {
                self.counts(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>
            PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14)>
        {
            /// Setter for the [`quests` field](Player#structfield.quests).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn quests<T15>(
                self,
                value: T15,
            ) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
            where
                T15: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Quest>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, value))
            }

            /// Sets the [`quests` field](Player#structfield.quests) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn quests_as_null(
                self,
            ) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, ())> {
                self.quests(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>
            PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
        {
            /// Setter for the [`recipes` field](Player#structfield.recipes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn recipes<T16>(
                self,
                value: T16,
            ) -> PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16)>
            where
                T16: ::planus::WriteAs<::planus::Offset<self::Recipes>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15) = self.0;
                PlayerBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16>
            PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16)>
        {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Player].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player>
            where
                Self: ::planus::WriteAsOffset<Player>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<self::Id>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<self::Mode, self::Mode>,
                T3: ::planus::WriteAs<self::Position>,
                T4: ::planus::WriteAsDefault<f32, f32>,
                T5: ::planus::WriteAsDefault<f32, f32>,
                T6: ::planus::WriteAsDefault<f32, f32>,
                T7: ::planus::WriteAsDefault<i64, i64>,
                T8: ::planus::WriteAsOptional<::planus::Offset<self::Home>>,
                T9: ::planus::WriteAs<self::Abilities>,
                T10: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
                T11: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
                T12: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
                T13: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Creature>]>>,
                T14: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Count>]>>,
                T15: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Quest>]>>,
                T16: ::planus::WriteAs<::planus::Offset<self::Recipes>>,
            > ::planus::WriteAs<::planus::Offset<Player>>
            for PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16)>
        {
            type Prepared = ::planus::Offset<Player>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<self::Id>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<self::Mode, self::Mode>,
                T3: ::planus::WriteAs<self::Position>,
                T4: ::planus::WriteAsDefault<f32, f32>,
                T5: ::planus::WriteAsDefault<f32, f32>,
                T6: ::planus::WriteAsDefault<f32, f32>,
                T7: ::planus::WriteAsDefault<i64, i64>,
                T8: ::planus::WriteAsOptional<::planus::Offset<self::Home>>,
                T9: ::planus::WriteAs<self::Abilities>,
                T10: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
                T11: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
                T12: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
                T13: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Creature>]>>,
                T14: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Count>]>>,
                T15: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Quest>]>>,
                T16: ::planus::WriteAs<::planus::Offset<self::Recipes>>,
            > ::planus::WriteAsOptional<::planus::Offset<Player>>
            for PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16)>
        {
            type Prepared = ::planus::Offset<Player>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Player>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<self::Id>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<self::Mode, self::Mode>,
                T3: ::planus::WriteAs<self::Position>,
                T4: ::planus::WriteAsDefault<f32, f32>,
                T5: ::planus::WriteAsDefault<f32, f32>,
                T6: ::planus::WriteAsDefault<f32, f32>,
                T7: ::planus::WriteAsDefault<i64, i64>,
                T8: ::planus::WriteAsOptional<::planus::Offset<self::Home>>,
                T9: ::planus::WriteAs<self::Abilities>,
                T10: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
                T11: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
                T12: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
                T13: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Creature>]>>,
                T14: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Count>]>>,
                T15: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Quest>]>>,
                T16: ::planus::WriteAs<::planus::Offset<self::Recipes>>,
            > ::planus::WriteAsOffset<Player>
            for PlayerBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player> {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16) = &self.0;
                Player::create(builder, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16)
            }
        }

        /// Reference to a deserialized [Player].
        #[derive(Copy, Clone)]
        pub struct PlayerRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> PlayerRef<'a> {
            /// Getter for the [`id` field](Player#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<self::IdRef<'a>> {
                self.0.access_required(0, "Player", "id")
            }

            /// Getter for the [`name` field](Player#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Player", "name")
            }

            /// Getter for the [`mode` field](Player#structfield.mode).
            #[inline]
            pub fn mode(&self) -> ::planus::Result<self::Mode> {
                ::core::result::Result::Ok(self.0.access(2, "Player", "mode")?.unwrap_or(self::Mode::Story))
            }

            /// Getter for the [`position` field](Player#structfield.position).
            #[inline]
            pub fn position(&self) -> ::planus::Result<self::PositionRef<'a>> {
                self.0.access_required(3, "Player", "position")
            }

            /// Getter for the [`yaw` field](Player#structfield.yaw).
            #[inline]
            pub fn yaw(&self) -> ::planus::Result<f32> {
                ::core::result::Result::Ok(self.0.access(4, "Player", "yaw")?.unwrap_or(0.0))
            }

            /// Getter for the [`pitch` field](Player#structfield.pitch).
            #[inline]
            pub fn pitch(&self) -> ::planus::Result<f32> {
                ::core::result::Result::Ok(self.0.access(5, "Player", "pitch")?.unwrap_or(0.0))
            }

            /// Getter for the [`health` field](Player#structfield.health).
            #[inline]
            pub fn health(&self) -> ::planus::Result<f32> {
                ::core::result::Result::Ok(self.0.access(6, "Player", "health")?.unwrap_or(0.0))
            }

            /// Getter for the [`score` field](Player#structfield.score).
            #[inline]
            pub fn score(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(7, "Player", "score")?.unwrap_or(0))
            }

            /// Getter for the [`home` field](Player#structfield.home).
            #[inline]
            pub fn home(&self) -> ::planus::Result<::core::option::Option<self::HomeRef<'a>>> {
                self.0.access(8, "Player", "home")
            }

            /// Getter for the [`abilities` field](Player#structfield.abilities).
            #[inline]
            pub fn abilities(&self) -> ::planus::Result<self::AbilitiesRef<'a>> {
                self.0.access_required(9, "Player", "abilities")
            }

            /// Getter for the [`carried` field](Player#structfield.carried).
            #[inline]
            pub fn carried(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::StackRef<'a>>>>>
            {
                self.0.access(10, "Player", "carried")
            }

            /// Getter for the [`stored` field](Player#structfield.stored).
            #[inline]
            pub fn stored(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::StackRef<'a>>>>>
            {
                self.0.access(11, "Player", "stored")
            }

            /// Getter for the [`mount` field](Player#structfield.mount).
            #[inline]
            pub fn mount(&self) -> ::planus::Result<::core::option::Option<self::CreatureRef<'a>>> {
                self.0.access(12, "Player", "mount")
            }

            /// Getter for the [`companions` field](Player#structfield.companions).
            #[inline]
            pub fn companions(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::CreatureRef<'a>>>>>
            {
                self.0.access(13, "Player", "companions")
            }

            /// Getter for the [`counts` field](Player#structfield.counts).
            #[inline]
            pub fn counts(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::CountRef<'a>>>>>
            {
                self.0.access(14, "Player", "counts")
            }

            /// Getter for the [`quests` field](Player#structfield.quests).
            #[inline]
            pub fn quests(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::QuestRef<'a>>>>>
            {
                self.0.access(15, "Player", "quests")
            }

            /// Getter for the [`recipes` field](Player#structfield.recipes).
            #[inline]
            pub fn recipes(&self) -> ::planus::Result<self::RecipesRef<'a>> {
                self.0.access_required(16, "Player", "recipes")
            }
        }

        impl<'a> ::core::fmt::Debug for PlayerRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PlayerRef");
                f.field("id", &self.id());
                f.field("name", &self.name());
                f.field("mode", &self.mode());
                f.field("position", &self.position());
                f.field("yaw", &self.yaw());
                f.field("pitch", &self.pitch());
                f.field("health", &self.health());
                f.field("score", &self.score());
                if let ::core::option::Option::Some(field_home) = self.home().transpose() {
                    f.field("home", &field_home);
                }
                f.field("abilities", &self.abilities());
                if let ::core::option::Option::Some(field_carried) = self.carried().transpose() {
                    f.field("carried", &field_carried);
                }
                if let ::core::option::Option::Some(field_stored) = self.stored().transpose() {
                    f.field("stored", &field_stored);
                }
                if let ::core::option::Option::Some(field_mount) = self.mount().transpose() {
                    f.field("mount", &field_mount);
                }
                if let ::core::option::Option::Some(field_companions) = self.companions().transpose() {
                    f.field("companions", &field_companions);
                }
                if let ::core::option::Option::Some(field_counts) = self.counts().transpose() {
                    f.field("counts", &field_counts);
                }
                if let ::core::option::Option::Some(field_quests) = self.quests().transpose() {
                    f.field("quests", &field_quests);
                }
                f.field("recipes", &self.recipes());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<PlayerRef<'a>> for Player {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: PlayerRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::Into::into(value.id()?),
                    name: ::core::convert::Into::into(value.name()?),
                    mode: ::core::convert::TryInto::try_into(value.mode()?)?,
                    position: ::core::convert::Into::into(value.position()?),
                    yaw: ::core::convert::TryInto::try_into(value.yaw()?)?,
                    pitch: ::core::convert::TryInto::try_into(value.pitch()?)?,
                    health: ::core::convert::TryInto::try_into(value.health()?)?,
                    score: ::core::convert::TryInto::try_into(value.score()?)?,
                    home: if let ::core::option::Option::Some(home) = value.home()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(home)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    abilities: ::core::convert::Into::into(value.abilities()?),
                    carried: if let ::core::option::Option::Some(carried) = value.carried()? {
                        ::core::option::Option::Some(carried.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    stored: if let ::core::option::Option::Some(stored) = value.stored()? {
                        ::core::option::Option::Some(stored.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    mount: if let ::core::option::Option::Some(mount) = value.mount()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(mount)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    companions: if let ::core::option::Option::Some(companions) = value.companions()? {
                        ::core::option::Option::Some(companions.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    counts: if let ::core::option::Option::Some(counts) = value.counts()? {
                        ::core::option::Option::Some(counts.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    quests: if let ::core::option::Option::Some(quests) = value.quests()? {
                        ::core::option::Option::Some(quests.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    recipes: ::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(value.recipes()?)?),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for PlayerRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for PlayerRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[PlayerRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Player>> for Player {
            type Value = ::planus::Offset<Player>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Player>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for PlayerRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[PlayerRef]", "read_as_root", 0))
            }
        }

        /// The table `Home` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Home` in the file `schema/formats.fbs:82`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Home {
            /// The field `land` in the table `Home`
            pub land: ::planus::alloc::string::String,
            /// The field `block` in the table `Home`
            pub block: self::Block,
            /// The field `shared` in the table `Home`
            pub shared: bool,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Home {
            fn default() -> Self {
                Self {
                    land: ::core::default::Default::default(),
                    block: ::core::default::Default::default(),
                    shared: false,
                }
            }
        }

        impl Home {
            /// Creates a [HomeBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> HomeBuilder<()> {
                HomeBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_land: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_block: impl ::planus::WriteAs<self::Block>,
                field_shared: impl ::planus::WriteAsDefault<bool, bool>,
            ) -> ::planus::Offset<Self> {
                let prepared_land = field_land.prepare(builder);
                let prepared_block = field_block.prepare(builder);
                let prepared_shared = field_shared.prepare(builder, &false);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                table_writer.write_entry::<self::Block>(1);
                if prepared_shared.is_some() {
                    table_writer.write_entry::<bool>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_land);
                        object_writer.write::<_, _, 12>(&prepared_block);
                        if let ::core::option::Option::Some(prepared_shared) = prepared_shared {
                            object_writer.write::<_, _, 1>(&prepared_shared);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Home>> for Home {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Home> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Home>> for Home {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Home>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Home> for Home {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Home> {
                Home::create(builder, &self.land, self.block, self.shared)
            }
        }

        /// Builder for serializing an instance of the [Home] type.
        ///
        /// Can be created using the [Home::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct HomeBuilder<State>(State);

        impl HomeBuilder<()> {
            /// Setter for the [`land` field](Home#structfield.land).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn land<T0>(self, value: T0) -> HomeBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                HomeBuilder((value,))
            }
        }

        impl<T0> HomeBuilder<(T0,)> {
            /// Setter for the [`block` field](Home#structfield.block).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn block<T1>(self, value: T1) -> HomeBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<self::Block>,
            {
                let (v0,) = self.0;
                HomeBuilder((v0, value))
            }
        }

        impl<T0, T1> HomeBuilder<(T0, T1)> {
            /// Setter for the [`shared` field](Home#structfield.shared).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shared<T2>(self, value: T2) -> HomeBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1) = self.0;
                HomeBuilder((v0, v1, value))
            }

            /// Sets the [`shared` field](Home#structfield.shared) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shared_as_default(self) -> HomeBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.shared(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> HomeBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Home].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Home>
            where
                Self: ::planus::WriteAsOffset<Home>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAs<self::Block>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAs<::planus::Offset<Home>> for HomeBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Home>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Home> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAs<self::Block>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOptional<::planus::Offset<Home>> for HomeBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Home>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Home>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAs<self::Block>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOffset<Home> for HomeBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Home> {
                let (v0, v1, v2) = &self.0;
                Home::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Home].
        #[derive(Copy, Clone)]
        pub struct HomeRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HomeRef<'a> {
            /// Getter for the [`land` field](Home#structfield.land).
            #[inline]
            pub fn land(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Home", "land")
            }

            /// Getter for the [`block` field](Home#structfield.block).
            #[inline]
            pub fn block(&self) -> ::planus::Result<self::BlockRef<'a>> {
                self.0.access_required(1, "Home", "block")
            }

            /// Getter for the [`shared` field](Home#structfield.shared).
            #[inline]
            pub fn shared(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(2, "Home", "shared")?.unwrap_or(false))
            }
        }

        impl<'a> ::core::fmt::Debug for HomeRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("HomeRef");
                f.field("land", &self.land());
                f.field("block", &self.block());
                f.field("shared", &self.shared());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<HomeRef<'a>> for Home {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: HomeRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    land: ::core::convert::Into::into(value.land()?),
                    block: ::core::convert::Into::into(value.block()?),
                    shared: ::core::convert::TryInto::try_into(value.shared()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for HomeRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HomeRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[HomeRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Home>> for Home {
            type Value = ::planus::Offset<Home>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Home>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for HomeRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[HomeRef]", "read_as_root", 0))
            }
        }

        /// The struct `Abilities` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Struct `Abilities` in the file `schema/formats.fbs:88`
        #[derive(Copy, Clone, Debug, PartialEq, PartialOrd, Default, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Abilities {
            /// The field `flies` in the struct `Abilities`
            pub flies: bool,

            /// The field `may_fly` in the struct `Abilities`
            pub may_fly: bool,

            /// The field `may_build` in the struct `Abilities`
            pub may_build: bool,

            /// The field `invulnerable` in the struct `Abilities`
            pub invulnerable: bool,

            /// The field `walking` in the struct `Abilities`
            pub walking: f32,

            /// The field `flying` in the struct `Abilities`
            pub flying: f32,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Abilities {
            const ALIGNMENT: usize = 4;
            const SIZE: usize = 12;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Abilities> for Abilities {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<1, 11>();
                self.flies.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<1, 10>();
                self.may_fly.write(cur, buffer_position - 1);
                let (cur, cursor) = cursor.split::<1, 9>();
                self.may_build.write(cur, buffer_position - 2);
                let (cur, cursor) = cursor.split::<1, 8>();
                self.invulnerable.write(cur, buffer_position - 3);
                let (cur, cursor) = cursor.split::<4, 4>();
                self.walking.write(cur, buffer_position - 4);
                let (cur, cursor) = cursor.split::<4, 0>();
                self.flying.write(cur, buffer_position - 8);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Abilities> for Abilities {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Abilities> {
                unsafe {
                    builder.write_with(12, 3, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 12])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Abilities> for Abilities {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Abilities> for Abilities {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Abilities].
        #[derive(Copy, Clone)]
        pub struct AbilitiesRef<'a>(::planus::ArrayWithStartOffset<'a, 12>);

        impl<'a> AbilitiesRef<'a> {
            /// Getter for the [`flies` field](Abilities#structfield.flies).
            pub fn flies(&self) -> bool {
                let buffer = self.0.advance_as_array::<1>(0).unwrap();

                buffer.as_array()[0] != 0
            }

            /// Getter for the [`may_fly` field](Abilities#structfield.may_fly).
            pub fn may_fly(&self) -> bool {
                let buffer = self.0.advance_as_array::<1>(1).unwrap();

                buffer.as_array()[0] != 0
            }

            /// Getter for the [`may_build` field](Abilities#structfield.may_build).
            pub fn may_build(&self) -> bool {
                let buffer = self.0.advance_as_array::<1>(2).unwrap();

                buffer.as_array()[0] != 0
            }

            /// Getter for the [`invulnerable` field](Abilities#structfield.invulnerable).
            pub fn invulnerable(&self) -> bool {
                let buffer = self.0.advance_as_array::<1>(3).unwrap();

                buffer.as_array()[0] != 0
            }

            /// Getter for the [`walking` field](Abilities#structfield.walking).
            pub fn walking(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(4).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`flying` field](Abilities#structfield.flying).
            pub fn flying(&self) -> f32 {
                let buffer = self.0.advance_as_array::<4>(8).unwrap();

                f32::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for AbilitiesRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("AbilitiesRef");
                f.field("flies", &self.flies());
                f.field("may_fly", &self.may_fly());
                f.field("may_build", &self.may_build());
                f.field("invulnerable", &self.invulnerable());
                f.field("walking", &self.walking());
                f.field("flying", &self.flying());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 12>> for AbilitiesRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 12>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<AbilitiesRef<'a>> for Abilities {
            #[allow(unreachable_code)]
            fn from(value: AbilitiesRef<'a>) -> Self {
                Self {
                    flies: value.flies(),
                    may_fly: value.may_fly(),
                    may_build: value.may_build(),
                    invulnerable: value.invulnerable(),
                    walking: value.walking(),
                    flying: value.flying(),
                }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<AbilitiesRef<'a>> for AbilitiesRef<'b> {
            fn eq(&self, other: &AbilitiesRef<'_>) -> bool {
                self.flies() == other.flies()
                    && self.may_fly() == other.may_fly()
                    && self.may_build() == other.may_build()
                    && self.invulnerable() == other.invulnerable()
                    && self.walking() == other.walking()
                    && self.flying() == other.flying()
            }
        }

        impl<'a, 'b> ::core::cmp::PartialOrd<AbilitiesRef<'a>> for AbilitiesRef<'b> {
            fn partial_cmp(&self, other: &AbilitiesRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                match self.flies().partial_cmp(&other.flies()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.may_fly().partial_cmp(&other.may_fly()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.may_build().partial_cmp(&other.may_build()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.invulnerable().partial_cmp(&other.invulnerable()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                match self.walking().partial_cmp(&other.walking()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }

                self.flying().partial_cmp(&other.flying())
            }
        }

        impl<'a> ::planus::TableRead<'a> for AbilitiesRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<12>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for AbilitiesRef<'a> {
            const STRIDE: usize = 12;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Abilities> for Abilities {
            const STRIDE: usize = 12;

            type Value = Abilities;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[Abilities],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 12];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (12 * i) as u32,
                    );
                }
            }
        }

        /// The table `Stack` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Stack` in the file `schema/formats.fbs:97`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Stack {
            /// The field `slot` in the table `Stack`
            pub slot: u8,
            /// The field `item` in the table `Stack`
            pub item: ::planus::alloc::string::String,
            /// The field `count` in the table `Stack`
            pub count: u16,
            /// The field `details` in the table `Stack`
            pub details: ::core::option::Option<::planus::alloc::boxed::Box<self::Details>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Stack {
            fn default() -> Self {
                Self {
                    slot: 0,
                    item: ::core::default::Default::default(),
                    count: 0,
                    details: ::core::default::Default::default(),
                }
            }
        }

        impl Stack {
            /// Creates a [StackBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> StackBuilder<()> {
                StackBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_slot: impl ::planus::WriteAsDefault<u8, u8>,
                field_item: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_count: impl ::planus::WriteAsDefault<u16, u16>,
                field_details: impl ::planus::WriteAsOptional<::planus::Offset<self::Details>>,
            ) -> ::planus::Offset<Self> {
                let prepared_slot = field_slot.prepare(builder, &0);
                let prepared_item = field_item.prepare(builder);
                let prepared_count = field_count.prepare(builder, &0);
                let prepared_details = field_details.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<12> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(1);
                if prepared_details.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Details>>(3);
                }
                if prepared_count.is_some() {
                    table_writer.write_entry::<u16>(2);
                }
                if prepared_slot.is_some() {
                    table_writer.write_entry::<u8>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_item);
                        if let ::core::option::Option::Some(prepared_details) = prepared_details {
                            object_writer.write::<_, _, 4>(&prepared_details);
                        }
                        if let ::core::option::Option::Some(prepared_count) = prepared_count {
                            object_writer.write::<_, _, 2>(&prepared_count);
                        }
                        if let ::core::option::Option::Some(prepared_slot) = prepared_slot {
                            object_writer.write::<_, _, 1>(&prepared_slot);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Stack>> for Stack {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stack> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Stack>> for Stack {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Stack>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Stack> for Stack {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stack> {
                Stack::create(builder, self.slot, &self.item, self.count, &self.details)
            }
        }

        /// Builder for serializing an instance of the [Stack] type.
        ///
        /// Can be created using the [Stack::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct StackBuilder<State>(State);

        impl StackBuilder<()> {
            /// Setter for the [`slot` field](Stack#structfield.slot).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn slot<T0>(self, value: T0) -> StackBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u8, u8>,
            {
                StackBuilder((value,))
            }

            /// Sets the [`slot` field](Stack#structfield.slot) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn slot_as_default(self) -> StackBuilder<(::planus::DefaultValue,)> {
                self.slot(::planus::DefaultValue)
            }
        }

        impl<T0> StackBuilder<(T0,)> {
            /// Setter for the [`item` field](Stack#structfield.item).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn item<T1>(self, value: T1) -> StackBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                StackBuilder((v0, value))
            }
        }

        impl<T0, T1> StackBuilder<(T0, T1)> {
            /// Setter for the [`count` field](Stack#structfield.count).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count<T2>(self, value: T2) -> StackBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1) = self.0;
                StackBuilder((v0, v1, value))
            }

            /// Sets the [`count` field](Stack#structfield.count) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count_as_default(self) -> StackBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.count(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> StackBuilder<(T0, T1, T2)> {
            /// Setter for the [`details` field](Stack#structfield.details).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn details<T3>(self, value: T3) -> StackBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<self::Details>>,
            {
                let (v0, v1, v2) = self.0;
                StackBuilder((v0, v1, v2, value))
            }

            /// Sets the [`details` field](Stack#structfield.details) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn details_as_null(self) -> StackBuilder<(T0, T1, T2, ())> {
                self.details(())
            }
        }

        impl<T0, T1, T2, T3> StackBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Stack].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stack>
            where
                Self: ::planus::WriteAsOffset<Stack>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u8, u8>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<u16, u16>,
                T3: ::planus::WriteAsOptional<::planus::Offset<self::Details>>,
            > ::planus::WriteAs<::planus::Offset<Stack>> for StackBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Stack>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stack> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u8, u8>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<u16, u16>,
                T3: ::planus::WriteAsOptional<::planus::Offset<self::Details>>,
            > ::planus::WriteAsOptional<::planus::Offset<Stack>> for StackBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Stack>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Stack>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u8, u8>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsDefault<u16, u16>,
                T3: ::planus::WriteAsOptional<::planus::Offset<self::Details>>,
            > ::planus::WriteAsOffset<Stack> for StackBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Stack> {
                let (v0, v1, v2, v3) = &self.0;
                Stack::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [Stack].
        #[derive(Copy, Clone)]
        pub struct StackRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> StackRef<'a> {
            /// Getter for the [`slot` field](Stack#structfield.slot).
            #[inline]
            pub fn slot(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(0, "Stack", "slot")?.unwrap_or(0))
            }

            /// Getter for the [`item` field](Stack#structfield.item).
            #[inline]
            pub fn item(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Stack", "item")
            }

            /// Getter for the [`count` field](Stack#structfield.count).
            #[inline]
            pub fn count(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(2, "Stack", "count")?.unwrap_or(0))
            }

            /// Getter for the [`details` field](Stack#structfield.details).
            #[inline]
            pub fn details(&self) -> ::planus::Result<::core::option::Option<self::DetailsRef<'a>>> {
                self.0.access(3, "Stack", "details")
            }
        }

        impl<'a> ::core::fmt::Debug for StackRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("StackRef");
                f.field("slot", &self.slot());
                f.field("item", &self.item());
                f.field("count", &self.count());
                if let ::core::option::Option::Some(field_details) = self.details().transpose() {
                    f.field("details", &field_details);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<StackRef<'a>> for Stack {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: StackRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    slot: ::core::convert::TryInto::try_into(value.slot()?)?,
                    item: ::core::convert::Into::into(value.item()?),
                    count: ::core::convert::TryInto::try_into(value.count()?)?,
                    details: if let ::core::option::Option::Some(details) = value.details()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(details)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for StackRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for StackRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[StackRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Stack>> for Stack {
            type Value = ::planus::Offset<Stack>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Stack>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for StackRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[StackRef]", "read_as_root", 0))
            }
        }

        /// The table `Details` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Details` in the file `schema/formats.fbs:104`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Details {
            /// The field `label` in the table `Details`
            pub label: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `wear` in the table `Details`
            pub wear: u32,
            /// The field `maker` in the table `Details`
            pub maker: ::core::option::Option<self::Id>,
            /// The field `charms` in the table `Details`
            pub charms: ::core::option::Option<::planus::alloc::vec::Vec<self::Charm>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Details {
            fn default() -> Self {
                Self {
                    label: ::core::default::Default::default(),
                    wear: 0,
                    maker: ::core::default::Default::default(),
                    charms: ::core::default::Default::default(),
                }
            }
        }

        impl Details {
            /// Creates a [DetailsBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> DetailsBuilder<()> {
                DetailsBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_label: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_wear: impl ::planus::WriteAsDefault<u32, u32>,
                field_maker: impl ::planus::WriteAsOptional<self::Id>,
                field_charms: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Charm>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_label = field_label.prepare(builder);
                let prepared_wear = field_wear.prepare(builder, &0);
                let prepared_maker = field_maker.prepare(builder);
                let prepared_charms = field_charms.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<12> = ::core::default::Default::default();
                if prepared_maker.is_some() {
                    table_writer.write_entry::<self::Id>(2);
                }
                if prepared_label.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(0);
                }
                if prepared_wear.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_charms.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Charm>]>>(3);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_maker) = prepared_maker {
                            object_writer.write::<_, _, 16>(&prepared_maker);
                        }
                        if let ::core::option::Option::Some(prepared_label) = prepared_label {
                            object_writer.write::<_, _, 4>(&prepared_label);
                        }
                        if let ::core::option::Option::Some(prepared_wear) = prepared_wear {
                            object_writer.write::<_, _, 4>(&prepared_wear);
                        }
                        if let ::core::option::Option::Some(prepared_charms) = prepared_charms {
                            object_writer.write::<_, _, 4>(&prepared_charms);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Details>> for Details {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Details> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Details>> for Details {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Details>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Details> for Details {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Details> {
                Details::create(builder, &self.label, self.wear, self.maker, &self.charms)
            }
        }

        /// Builder for serializing an instance of the [Details] type.
        ///
        /// Can be created using the [Details::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct DetailsBuilder<State>(State);

        impl DetailsBuilder<()> {
            /// Setter for the [`label` field](Details#structfield.label).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn label<T0>(self, value: T0) -> DetailsBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                DetailsBuilder((value,))
            }

            /// Sets the [`label` field](Details#structfield.label) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn label_as_null(self) -> DetailsBuilder<((),)> {
                self.label(())
            }
        }

        impl<T0> DetailsBuilder<(T0,)> {
            /// Setter for the [`wear` field](Details#structfield.wear).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn wear<T1>(self, value: T1) -> DetailsBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                DetailsBuilder((v0, value))
            }

            /// Sets the [`wear` field](Details#structfield.wear) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn wear_as_default(self) -> DetailsBuilder<(T0, ::planus::DefaultValue)> {
                self.wear(::planus::DefaultValue)
            }
        }

        impl<T0, T1> DetailsBuilder<(T0, T1)> {
            /// Setter for the [`maker` field](Details#structfield.maker).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn maker<T2>(self, value: T2) -> DetailsBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<self::Id>,
            {
                let (v0, v1) = self.0;
                DetailsBuilder((v0, v1, value))
            }

            /// Sets the [`maker` field](Details#structfield.maker) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn maker_as_null(self) -> DetailsBuilder<(T0, T1, ())> {
                self.maker(())
            }
        }

        impl<T0, T1, T2> DetailsBuilder<(T0, T1, T2)> {
            /// Setter for the [`charms` field](Details#structfield.charms).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn charms<T3>(self, value: T3) -> DetailsBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Charm>]>>,
            {
                let (v0, v1, v2) = self.0;
                DetailsBuilder((v0, v1, v2, value))
            }

            /// Sets the [`charms` field](Details#structfield.charms) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn charms_as_null(self) -> DetailsBuilder<(T0, T1, T2, ())> {
                self.charms(())
            }
        }

        impl<T0, T1, T2, T3> DetailsBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Details].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Details>
            where
                Self: ::planus::WriteAsOffset<Details>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<self::Id>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Charm>]>>,
            > ::planus::WriteAs<::planus::Offset<Details>> for DetailsBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Details>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Details> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<self::Id>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Charm>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Details>> for DetailsBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Details>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Details>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<self::Id>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Charm>]>>,
            > ::planus::WriteAsOffset<Details> for DetailsBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Details> {
                let (v0, v1, v2, v3) = &self.0;
                Details::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [Details].
        #[derive(Copy, Clone)]
        pub struct DetailsRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> DetailsRef<'a> {
            /// Getter for the [`label` field](Details#structfield.label).
            #[inline]
            pub fn label(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(0, "Details", "label")
            }

            /// Getter for the [`wear` field](Details#structfield.wear).
            #[inline]
            pub fn wear(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "Details", "wear")?.unwrap_or(0))
            }

            /// Getter for the [`maker` field](Details#structfield.maker).
            #[inline]
            pub fn maker(&self) -> ::planus::Result<::core::option::Option<self::IdRef<'a>>> {
                self.0.access(2, "Details", "maker")
            }

            /// Getter for the [`charms` field](Details#structfield.charms).
            #[inline]
            pub fn charms(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::CharmRef<'a>>>>>
            {
                self.0.access(3, "Details", "charms")
            }
        }

        impl<'a> ::core::fmt::Debug for DetailsRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("DetailsRef");
                if let ::core::option::Option::Some(field_label) = self.label().transpose() {
                    f.field("label", &field_label);
                }
                f.field("wear", &self.wear());
                if let ::core::option::Option::Some(field_maker) = self.maker().transpose() {
                    f.field("maker", &field_maker);
                }
                if let ::core::option::Option::Some(field_charms) = self.charms().transpose() {
                    f.field("charms", &field_charms);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<DetailsRef<'a>> for Details {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: DetailsRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    label: value.label()?.map(::core::convert::Into::into),
                    wear: ::core::convert::TryInto::try_into(value.wear()?)?,
                    maker: value.maker()?.map(::core::convert::Into::into),
                    charms: if let ::core::option::Option::Some(charms) = value.charms()? {
                        ::core::option::Option::Some(charms.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for DetailsRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for DetailsRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[DetailsRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Details>> for Details {
            type Value = ::planus::Offset<Details>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Details>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for DetailsRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[DetailsRef]", "read_as_root", 0))
            }
        }

        /// The table `Charm` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Charm` in the file `schema/formats.fbs:111`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Charm {
            /// The field `name` in the table `Charm`
            pub name: ::planus::alloc::string::String,
            /// The field `level` in the table `Charm`
            pub level: u8,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Charm {
            fn default() -> Self {
                Self { name: ::core::default::Default::default(), level: 0 }
            }
        }

        impl Charm {
            /// Creates a [CharmBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CharmBuilder<()> {
                CharmBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_level: impl ::planus::WriteAsDefault<u8, u8>,
            ) -> ::planus::Offset<Self> {
                let prepared_name = field_name.prepare(builder);
                let prepared_level = field_level.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_level.is_some() {
                    table_writer.write_entry::<u8>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_name);
                        if let ::core::option::Option::Some(prepared_level) = prepared_level {
                            object_writer.write::<_, _, 1>(&prepared_level);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Charm>> for Charm {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Charm> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Charm>> for Charm {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Charm>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Charm> for Charm {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Charm> {
                Charm::create(builder, &self.name, self.level)
            }
        }

        /// Builder for serializing an instance of the [Charm] type.
        ///
        /// Can be created using the [Charm::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CharmBuilder<State>(State);

        impl CharmBuilder<()> {
            /// Setter for the [`name` field](Charm#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T0>(self, value: T0) -> CharmBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                CharmBuilder((value,))
            }
        }

        impl<T0> CharmBuilder<(T0,)> {
            /// Setter for the [`level` field](Charm#structfield.level).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn level<T1>(self, value: T1) -> CharmBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0,) = self.0;
                CharmBuilder((v0, value))
            }

            /// Sets the [`level` field](Charm#structfield.level) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn level_as_default(self) -> CharmBuilder<(T0, ::planus::DefaultValue)> {
                self.level(::planus::DefaultValue)
            }
        }

        impl<T0, T1> CharmBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Charm].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Charm>
            where
                Self: ::planus::WriteAsOffset<Charm>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u8, u8>>
            ::planus::WriteAs<::planus::Offset<Charm>> for CharmBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Charm>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Charm> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u8, u8>>
            ::planus::WriteAsOptional<::planus::Offset<Charm>> for CharmBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Charm>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Charm>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u8, u8>>
            ::planus::WriteAsOffset<Charm> for CharmBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Charm> {
                let (v0, v1) = &self.0;
                Charm::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Charm].
        #[derive(Copy, Clone)]
        pub struct CharmRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> CharmRef<'a> {
            /// Getter for the [`name` field](Charm#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Charm", "name")
            }

            /// Getter for the [`level` field](Charm#structfield.level).
            #[inline]
            pub fn level(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(1, "Charm", "level")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for CharmRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CharmRef");
                f.field("name", &self.name());
                f.field("level", &self.level());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<CharmRef<'a>> for Charm {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: CharmRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    name: ::core::convert::Into::into(value.name()?),
                    level: ::core::convert::TryInto::try_into(value.level()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for CharmRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for CharmRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[CharmRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Charm>> for Charm {
            type Value = ::planus::Offset<Charm>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Charm>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for CharmRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[CharmRef]", "read_as_root", 0))
            }
        }

        /// The table `Following` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Following` in the file `schema/formats.fbs:116`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Following {
            /// The field `id` in the table `Following`
            pub id: self::Id,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Following {
            fn default() -> Self {
                Self { id: ::core::default::Default::default() }
            }
        }

        impl Following {
            /// Creates a [FollowingBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> FollowingBuilder<()> {
                FollowingBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAs<self::Id>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                table_writer.write_entry::<self::Id>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 16>(&prepared_id);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Following>> for Following {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Following> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Following>> for Following {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Following>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Following> for Following {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Following> {
                Following::create(builder, self.id)
            }
        }

        /// Builder for serializing an instance of the [Following] type.
        ///
        /// Can be created using the [Following::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct FollowingBuilder<State>(State);

        impl FollowingBuilder<()> {
            /// Setter for the [`id` field](Following#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> FollowingBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<self::Id>,
            {
                FollowingBuilder((value,))
            }
        }

        impl<T0> FollowingBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Following].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Following>
            where
                Self: ::planus::WriteAsOffset<Following>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<self::Id>> ::planus::WriteAs<::planus::Offset<Following>> for FollowingBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Following>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Following> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<self::Id>> ::planus::WriteAsOptional<::planus::Offset<Following>>
            for FollowingBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Following>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Following>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<self::Id>> ::planus::WriteAsOffset<Following> for FollowingBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Following> {
                let (v0,) = &self.0;
                Following::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Following].
        #[derive(Copy, Clone)]
        pub struct FollowingRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> FollowingRef<'a> {
            /// Getter for the [`id` field](Following#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<self::IdRef<'a>> {
                self.0.access_required(0, "Following", "id")
            }
        }

        impl<'a> ::core::fmt::Debug for FollowingRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("FollowingRef");
                f.field("id", &self.id());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<FollowingRef<'a>> for Following {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: FollowingRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { id: ::core::convert::Into::into(value.id()?) })
            }
        }

        impl<'a> ::planus::TableRead<'a> for FollowingRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for FollowingRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[FollowingRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Following>> for Following {
            type Value = ::planus::Offset<Following>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Following>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for FollowingRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[FollowingRef]", "read_as_root", 0))
            }
        }

        /// The table `Roaming` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Roaming` in the file `schema/formats.fbs:120`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Roaming {
            /// The field `x` in the table `Roaming`
            pub x: i32,
            /// The field `z` in the table `Roaming`
            pub z: i32,
            /// The field `hungry` in the table `Roaming`
            pub hungry: bool,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Roaming {
            fn default() -> Self {
                Self { x: 0, z: 0, hungry: false }
            }
        }

        impl Roaming {
            /// Creates a [RoamingBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> RoamingBuilder<()> {
                RoamingBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_x: impl ::planus::WriteAsDefault<i32, i32>,
                field_z: impl ::planus::WriteAsDefault<i32, i32>,
                field_hungry: impl ::planus::WriteAsDefault<bool, bool>,
            ) -> ::planus::Offset<Self> {
                let prepared_x = field_x.prepare(builder, &0);
                let prepared_z = field_z.prepare(builder, &0);
                let prepared_hungry = field_hungry.prepare(builder, &false);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                if prepared_x.is_some() {
                    table_writer.write_entry::<i32>(0);
                }
                if prepared_z.is_some() {
                    table_writer.write_entry::<i32>(1);
                }
                if prepared_hungry.is_some() {
                    table_writer.write_entry::<bool>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_x) = prepared_x {
                            object_writer.write::<_, _, 4>(&prepared_x);
                        }
                        if let ::core::option::Option::Some(prepared_z) = prepared_z {
                            object_writer.write::<_, _, 4>(&prepared_z);
                        }
                        if let ::core::option::Option::Some(prepared_hungry) = prepared_hungry {
                            object_writer.write::<_, _, 1>(&prepared_hungry);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Roaming>> for Roaming {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Roaming> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Roaming>> for Roaming {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Roaming>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Roaming> for Roaming {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Roaming> {
                Roaming::create(builder, self.x, self.z, self.hungry)
            }
        }

        /// Builder for serializing an instance of the [Roaming] type.
        ///
        /// Can be created using the [Roaming::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct RoamingBuilder<State>(State);

        impl RoamingBuilder<()> {
            /// Setter for the [`x` field](Roaming#structfield.x).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn x<T0>(self, value: T0) -> RoamingBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<i32, i32>,
            {
                RoamingBuilder((value,))
            }

            /// Sets the [`x` field](Roaming#structfield.x) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn x_as_default(self) -> RoamingBuilder<(::planus::DefaultValue,)> {
                self.x(::planus::DefaultValue)
            }
        }

        impl<T0> RoamingBuilder<(T0,)> {
            /// Setter for the [`z` field](Roaming#structfield.z).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn z<T1>(self, value: T1) -> RoamingBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<i32, i32>,
            {
                let (v0,) = self.0;
                RoamingBuilder((v0, value))
            }

            /// Sets the [`z` field](Roaming#structfield.z) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn z_as_default(self) -> RoamingBuilder<(T0, ::planus::DefaultValue)> {
                self.z(::planus::DefaultValue)
            }
        }

        impl<T0, T1> RoamingBuilder<(T0, T1)> {
            /// Setter for the [`hungry` field](Roaming#structfield.hungry).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hungry<T2>(self, value: T2) -> RoamingBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1) = self.0;
                RoamingBuilder((v0, v1, value))
            }

            /// Sets the [`hungry` field](Roaming#structfield.hungry) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn hungry_as_default(self) -> RoamingBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.hungry(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> RoamingBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Roaming].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Roaming>
            where
                Self: ::planus::WriteAsOffset<Roaming>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<i32, i32>,
                T1: ::planus::WriteAsDefault<i32, i32>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAs<::planus::Offset<Roaming>> for RoamingBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Roaming>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Roaming> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<i32, i32>,
                T1: ::planus::WriteAsDefault<i32, i32>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOptional<::planus::Offset<Roaming>> for RoamingBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Roaming>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Roaming>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<i32, i32>,
                T1: ::planus::WriteAsDefault<i32, i32>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOffset<Roaming> for RoamingBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Roaming> {
                let (v0, v1, v2) = &self.0;
                Roaming::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Roaming].
        #[derive(Copy, Clone)]
        pub struct RoamingRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> RoamingRef<'a> {
            /// Getter for the [`x` field](Roaming#structfield.x).
            #[inline]
            pub fn x(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(0, "Roaming", "x")?.unwrap_or(0))
            }

            /// Getter for the [`z` field](Roaming#structfield.z).
            #[inline]
            pub fn z(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(1, "Roaming", "z")?.unwrap_or(0))
            }

            /// Getter for the [`hungry` field](Roaming#structfield.hungry).
            #[inline]
            pub fn hungry(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(2, "Roaming", "hungry")?.unwrap_or(false))
            }
        }

        impl<'a> ::core::fmt::Debug for RoamingRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("RoamingRef");
                f.field("x", &self.x());
                f.field("z", &self.z());
                f.field("hungry", &self.hungry());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<RoamingRef<'a>> for Roaming {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: RoamingRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    x: ::core::convert::TryInto::try_into(value.x()?)?,
                    z: ::core::convert::TryInto::try_into(value.z()?)?,
                    hungry: ::core::convert::TryInto::try_into(value.hungry()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for RoamingRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for RoamingRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[RoamingRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Roaming>> for Roaming {
            type Value = ::planus::Offset<Roaming>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Roaming>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for RoamingRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[RoamingRef]", "read_as_root", 0))
            }
        }

        /// The table `Fleeing` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Fleeing` in the file `schema/formats.fbs:126`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Fleeing {
            /// The field `away` in the table `Fleeing`
            pub away: self::Id,
            /// The field `since` in the table `Fleeing`
            pub since: u64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Fleeing {
            fn default() -> Self {
                Self { away: ::core::default::Default::default(), since: 0 }
            }
        }

        impl Fleeing {
            /// Creates a [FleeingBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> FleeingBuilder<()> {
                FleeingBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_away: impl ::planus::WriteAs<self::Id>,
                field_since: impl ::planus::WriteAsDefault<u64, u64>,
            ) -> ::planus::Offset<Self> {
                let prepared_away = field_away.prepare(builder);
                let prepared_since = field_since.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                table_writer.write_entry::<self::Id>(0);
                if prepared_since.is_some() {
                    table_writer.write_entry::<u64>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 16>(&prepared_away);
                        if let ::core::option::Option::Some(prepared_since) = prepared_since {
                            object_writer.write::<_, _, 8>(&prepared_since);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Fleeing>> for Fleeing {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fleeing> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Fleeing>> for Fleeing {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Fleeing>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Fleeing> for Fleeing {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fleeing> {
                Fleeing::create(builder, self.away, self.since)
            }
        }

        /// Builder for serializing an instance of the [Fleeing] type.
        ///
        /// Can be created using the [Fleeing::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct FleeingBuilder<State>(State);

        impl FleeingBuilder<()> {
            /// Setter for the [`away` field](Fleeing#structfield.away).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn away<T0>(self, value: T0) -> FleeingBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<self::Id>,
            {
                FleeingBuilder((value,))
            }
        }

        impl<T0> FleeingBuilder<(T0,)> {
            /// Setter for the [`since` field](Fleeing#structfield.since).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn since<T1>(self, value: T1) -> FleeingBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                FleeingBuilder((v0, value))
            }

            /// Sets the [`since` field](Fleeing#structfield.since) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn since_as_default(self) -> FleeingBuilder<(T0, ::planus::DefaultValue)> {
                self.since(::planus::DefaultValue)
            }
        }

        impl<T0, T1> FleeingBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Fleeing].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fleeing>
            where
                Self: ::planus::WriteAsOffset<Fleeing>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<self::Id>, T1: ::planus::WriteAsDefault<u64, u64>>
            ::planus::WriteAs<::planus::Offset<Fleeing>> for FleeingBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Fleeing>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fleeing> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<self::Id>, T1: ::planus::WriteAsDefault<u64, u64>>
            ::planus::WriteAsOptional<::planus::Offset<Fleeing>> for FleeingBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Fleeing>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Fleeing>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<self::Id>, T1: ::planus::WriteAsDefault<u64, u64>> ::planus::WriteAsOffset<Fleeing>
            for FleeingBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Fleeing> {
                let (v0, v1) = &self.0;
                Fleeing::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Fleeing].
        #[derive(Copy, Clone)]
        pub struct FleeingRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> FleeingRef<'a> {
            /// Getter for the [`away` field](Fleeing#structfield.away).
            #[inline]
            pub fn away(&self) -> ::planus::Result<self::IdRef<'a>> {
                self.0.access_required(0, "Fleeing", "away")
            }

            /// Getter for the [`since` field](Fleeing#structfield.since).
            #[inline]
            pub fn since(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "Fleeing", "since")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for FleeingRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("FleeingRef");
                f.field("away", &self.away());
                f.field("since", &self.since());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<FleeingRef<'a>> for Fleeing {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: FleeingRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    away: ::core::convert::Into::into(value.away()?),
                    since: ::core::convert::TryInto::try_into(value.since()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for FleeingRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for FleeingRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[FleeingRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Fleeing>> for Fleeing {
            type Value = ::planus::Offset<Fleeing>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Fleeing>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for FleeingRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[FleeingRef]", "read_as_root", 0))
            }
        }

        /// The union `Mood` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Union `Mood` in the file `schema/formats.fbs:131`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum Mood {
            /// The variant of type `Following` in the union `Mood`
            Following(::planus::alloc::boxed::Box<self::Following>),

            /// The variant of type `Roaming` in the union `Mood`
            Roaming(::planus::alloc::boxed::Box<self::Roaming>),

            /// The variant of type `Fleeing` in the union `Mood`
            Fleeing(::planus::alloc::boxed::Box<self::Fleeing>),
        }

        impl Mood {
            /// Creates a [MoodBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> MoodBuilder<::planus::Uninitialized> {
                MoodBuilder(::planus::Uninitialized)
            }

            #[inline]
            pub fn create_following(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Following>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(1, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_roaming(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Roaming>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(2, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_fleeing(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Fleeing>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(3, value.prepare(builder).downcast())
            }
        }

        impl ::planus::WriteAsUnion<Mood> for Mood {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Self> {
                match self {
                    Self::Following(value) => Self::create_following(builder, value),
                    Self::Roaming(value) => Self::create_roaming(builder, value),
                    Self::Fleeing(value) => Self::create_fleeing(builder, value),
                }
            }
        }

        impl ::planus::WriteAsOptionalUnion<Mood> for Mood {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Self>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Builder for serializing an instance of the [Mood] type.
        ///
        /// Can be created using the [Mood::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct MoodBuilder<T>(T);

        impl MoodBuilder<::planus::Uninitialized> {
            /// Creates an instance of the [`Following` variant](Mood#variant.Following).
            #[inline]
            pub fn following<T>(self, value: T) -> MoodBuilder<::planus::Initialized<1, T>>
            where
                T: ::planus::WriteAsOffset<self::Following>,
            {
                MoodBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Roaming` variant](Mood#variant.Roaming).
            #[inline]
            pub fn roaming<T>(self, value: T) -> MoodBuilder<::planus::Initialized<2, T>>
            where
                T: ::planus::WriteAsOffset<self::Roaming>,
            {
                MoodBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Fleeing` variant](Mood#variant.Fleeing).
            #[inline]
            pub fn fleeing<T>(self, value: T) -> MoodBuilder<::planus::Initialized<3, T>>
            where
                T: ::planus::WriteAsOffset<self::Fleeing>,
            {
                MoodBuilder(::planus::Initialized(value))
            }
        }

        impl<const N: u8, T> MoodBuilder<::planus::Initialized<N, T>> {
            /// Finish writing the builder to get an [UnionOffset](::planus::UnionOffset) to a serialized [Mood].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Mood>
            where
                Self: ::planus::WriteAsUnion<Mood>,
            {
                ::planus::WriteAsUnion::prepare(&self, builder)
            }
        }

        impl<T> ::planus::WriteAsUnion<Mood> for MoodBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Following>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Mood> {
                ::planus::UnionOffset::new(1, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Mood> for MoodBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Following>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Mood>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Mood> for MoodBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Roaming>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Mood> {
                ::planus::UnionOffset::new(2, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Mood> for MoodBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Roaming>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Mood>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Mood> for MoodBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Fleeing>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Mood> {
                ::planus::UnionOffset::new(3, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Mood> for MoodBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Fleeing>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Mood>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Reference to a deserialized [Mood].
        #[derive(Copy, Clone, Debug)]
        pub enum MoodRef<'a> {
            Following(self::FollowingRef<'a>),
            Roaming(self::RoamingRef<'a>),
            Fleeing(self::FleeingRef<'a>),
        }

        impl<'a> ::core::convert::TryFrom<MoodRef<'a>> for Mood {
            type Error = ::planus::Error;

            fn try_from(value: MoodRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(match value {
                    MoodRef::Following(value) => {
                        Self::Following(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    MoodRef::Roaming(value) => {
                        Self::Roaming(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    MoodRef::Fleeing(value) => {
                        Self::Fleeing(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }
                })
            }
        }

        impl<'a> ::planus::TableReadUnion<'a> for MoodRef<'a> {
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                tag: u8,
                field_offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                match tag {
                    1 => ::core::result::Result::Ok(Self::Following(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    2 => ::core::result::Result::Ok(Self::Roaming(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    3 => ::core::result::Result::Ok(Self::Fleeing(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    _ => ::core::result::Result::Err(::planus::errors::ErrorKind::UnknownUnionTag { tag }),
                }
            }
        }

        impl<'a> ::planus::VectorReadUnion<'a> for MoodRef<'a> {
            const VECTOR_NAME: &'static str = "[MoodRef]";
        }

        /// The table `Creature` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Creature` in the file `schema/formats.fbs:137`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Creature {
            /// The field `id` in the table `Creature`
            pub id: self::Id,
            /// The field `species` in the table `Creature`
            pub species: ::planus::alloc::string::String,
            /// The field `name` in the table `Creature`
            pub name: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `position` in the table `Creature`
            pub position: self::Position,
            /// The field `health` in the table `Creature`
            pub health: f32,
            /// The field `mood` in the table `Creature`
            pub mood: ::core::option::Option<self::Mood>,
            /// The field `wears` in the table `Creature`
            pub wears: ::core::option::Option<::planus::alloc::vec::Vec<self::Stack>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Creature {
            fn default() -> Self {
                Self {
                    id: ::core::default::Default::default(),
                    species: ::core::default::Default::default(),
                    name: ::core::default::Default::default(),
                    position: ::core::default::Default::default(),
                    health: 0.0,
                    mood: ::core::default::Default::default(),
                    wears: ::core::default::Default::default(),
                }
            }
        }

        impl Creature {
            /// Creates a [CreatureBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CreatureBuilder<()> {
                CreatureBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAs<self::Id>,
                field_species: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_name: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_position: impl ::planus::WriteAs<self::Position>,
                field_health: impl ::planus::WriteAsDefault<f32, f32>,
                field_mood: impl ::planus::WriteAsOptionalUnion<self::Mood>,
                field_wears: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder);
                let prepared_species = field_species.prepare(builder);
                let prepared_name = field_name.prepare(builder);
                let prepared_position = field_position.prepare(builder);
                let prepared_health = field_health.prepare(builder, &0.0);
                let prepared_mood = field_mood.prepare(builder);
                let prepared_wears = field_wears.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<20> = ::core::default::Default::default();
                table_writer.write_entry::<self::Id>(0);
                table_writer.write_entry::<self::Position>(3);
                table_writer.write_entry::<::planus::Offset<str>>(1);
                if prepared_name.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(2);
                }
                if prepared_health.is_some() {
                    table_writer.write_entry::<f32>(4);
                }
                if prepared_mood.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Mood>>(6);
                }
                if prepared_wears.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Stack>]>>(7);
                }
                if prepared_mood.is_some() {
                    table_writer.write_entry::<u8>(5);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 16>(&prepared_id);
                        object_writer.write::<_, _, 24>(&prepared_position);
                        object_writer.write::<_, _, 4>(&prepared_species);
                        if let ::core::option::Option::Some(prepared_name) = prepared_name {
                            object_writer.write::<_, _, 4>(&prepared_name);
                        }
                        if let ::core::option::Option::Some(prepared_health) = prepared_health {
                            object_writer.write::<_, _, 4>(&prepared_health);
                        }
                        if let ::core::option::Option::Some(prepared_mood) = prepared_mood {
                            object_writer.write::<_, _, 4>(&prepared_mood.offset());
                        }
                        if let ::core::option::Option::Some(prepared_wears) = prepared_wears {
                            object_writer.write::<_, _, 4>(&prepared_wears);
                        }
                        if let ::core::option::Option::Some(prepared_mood) = prepared_mood {
                            object_writer.write::<_, _, 1>(&prepared_mood.tag());
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Creature>> for Creature {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Creature>> for Creature {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Creature>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Creature> for Creature {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature> {
                Creature::create(
                    builder,
                    self.id,
                    &self.species,
                    &self.name,
                    self.position,
                    self.health,
                    &self.mood,
                    &self.wears,
                )
            }
        }

        /// Builder for serializing an instance of the [Creature] type.
        ///
        /// Can be created using the [Creature::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CreatureBuilder<State>(State);

        impl CreatureBuilder<()> {
            /// Setter for the [`id` field](Creature#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> CreatureBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<self::Id>,
            {
                CreatureBuilder((value,))
            }
        }

        impl<T0> CreatureBuilder<(T0,)> {
            /// Setter for the [`species` field](Creature#structfield.species).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn species<T1>(self, value: T1) -> CreatureBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                CreatureBuilder((v0, value))
            }
        }

        impl<T0, T1> CreatureBuilder<(T0, T1)> {
            /// Setter for the [`name` field](Creature#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T2>(self, value: T2) -> CreatureBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1) = self.0;
                CreatureBuilder((v0, v1, value))
            }

            /// Sets the [`name` field](Creature#structfield.name) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name_as_null(self) -> CreatureBuilder<(T0, T1, ())> {
                self.name(())
            }
        }

        impl<T0, T1, T2> CreatureBuilder<(T0, T1, T2)> {
            /// Setter for the [`position` field](Creature#structfield.position).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn position<T3>(self, value: T3) -> CreatureBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAs<self::Position>,
            {
                let (v0, v1, v2) = self.0;
                CreatureBuilder((v0, v1, v2, value))
            }
        }

        impl<T0, T1, T2, T3> CreatureBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`health` field](Creature#structfield.health).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn health<T4>(self, value: T4) -> CreatureBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<f32, f32>,
            {
                let (v0, v1, v2, v3) = self.0;
                CreatureBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`health` field](Creature#structfield.health) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn health_as_default(self) -> CreatureBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.health(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> CreatureBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`mood` field](Creature#structfield.mood).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mood<T5>(self, value: T5) -> CreatureBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsOptionalUnion<self::Mood>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                CreatureBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`mood` field](Creature#structfield.mood) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mood_as_null(self) -> CreatureBuilder<(T0, T1, T2, T3, T4, ())> {
                self.mood(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5> CreatureBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`wears` field](Creature#structfield.wears).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn wears<T6>(self, value: T6) -> CreatureBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                CreatureBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`wears` field](Creature#structfield.wears) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn wears_as_null(self) -> CreatureBuilder<(T0, T1, T2, T3, T4, T5, ())> {
                self.wears(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> CreatureBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Creature].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature>
            where
                Self: ::planus::WriteAsOffset<Creature>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<self::Id>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T3: ::planus::WriteAs<self::Position>,
                T4: ::planus::WriteAsDefault<f32, f32>,
                T5: ::planus::WriteAsOptionalUnion<self::Mood>,
                T6: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
            > ::planus::WriteAs<::planus::Offset<Creature>> for CreatureBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            type Prepared = ::planus::Offset<Creature>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<self::Id>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T3: ::planus::WriteAs<self::Position>,
                T4: ::planus::WriteAsDefault<f32, f32>,
                T5: ::planus::WriteAsOptionalUnion<self::Mood>,
                T6: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Creature>> for CreatureBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            type Prepared = ::planus::Offset<Creature>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Creature>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<self::Id>,
                T1: ::planus::WriteAs<::planus::Offset<str>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T3: ::planus::WriteAs<self::Position>,
                T4: ::planus::WriteAsDefault<f32, f32>,
                T5: ::planus::WriteAsOptionalUnion<self::Mood>,
                T6: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Stack>]>>,
            > ::planus::WriteAsOffset<Creature> for CreatureBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature> {
                let (v0, v1, v2, v3, v4, v5, v6) = &self.0;
                Creature::create(builder, v0, v1, v2, v3, v4, v5, v6)
            }
        }

        /// Reference to a deserialized [Creature].
        #[derive(Copy, Clone)]
        pub struct CreatureRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> CreatureRef<'a> {
            /// Getter for the [`id` field](Creature#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<self::IdRef<'a>> {
                self.0.access_required(0, "Creature", "id")
            }

            /// Getter for the [`species` field](Creature#structfield.species).
            #[inline]
            pub fn species(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Creature", "species")
            }

            /// Getter for the [`name` field](Creature#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(2, "Creature", "name")
            }

            /// Getter for the [`position` field](Creature#structfield.position).
            #[inline]
            pub fn position(&self) -> ::planus::Result<self::PositionRef<'a>> {
                self.0.access_required(3, "Creature", "position")
            }

            /// Getter for the [`health` field](Creature#structfield.health).
            #[inline]
            pub fn health(&self) -> ::planus::Result<f32> {
                ::core::result::Result::Ok(self.0.access(4, "Creature", "health")?.unwrap_or(0.0))
            }

            /// Getter for the [`mood` field](Creature#structfield.mood).
            #[inline]
            pub fn mood(&self) -> ::planus::Result<::core::option::Option<self::MoodRef<'a>>> {
                self.0.access_union(5, "Creature", "mood")
            }

            /// Getter for the [`wears` field](Creature#structfield.wears).
            #[inline]
            pub fn wears(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::StackRef<'a>>>>>
            {
                self.0.access(7, "Creature", "wears")
            }
        }

        impl<'a> ::core::fmt::Debug for CreatureRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CreatureRef");
                f.field("id", &self.id());
                f.field("species", &self.species());
                if let ::core::option::Option::Some(field_name) = self.name().transpose() {
                    f.field("name", &field_name);
                }
                f.field("position", &self.position());
                f.field("health", &self.health());
                if let ::core::option::Option::Some(field_mood) = self.mood().transpose() {
                    f.field("mood", &field_mood);
                }
                if let ::core::option::Option::Some(field_wears) = self.wears().transpose() {
                    f.field("wears", &field_wears);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<CreatureRef<'a>> for Creature {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: CreatureRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::Into::into(value.id()?),
                    species: ::core::convert::Into::into(value.species()?),
                    name: value.name()?.map(::core::convert::Into::into),
                    position: ::core::convert::Into::into(value.position()?),
                    health: ::core::convert::TryInto::try_into(value.health()?)?,
                    mood: if let ::core::option::Option::Some(mood) = value.mood()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(mood)?)
                    } else {
                        ::core::option::Option::None
                    },
                    wears: if let ::core::option::Option::Some(wears) = value.wears()? {
                        ::core::option::Option::Some(wears.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for CreatureRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for CreatureRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[CreatureRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Creature>> for Creature {
            type Value = ::planus::Offset<Creature>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Creature>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for CreatureRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[CreatureRef]", "read_as_root", 0))
            }
        }

        /// The table `Count` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Count` in the file `schema/formats.fbs:147`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Count {
            /// The field `name` in the table `Count`
            pub name: ::planus::alloc::string::String,
            /// The field `count` in the table `Count`
            pub count: u64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Count {
            fn default() -> Self {
                Self { name: ::core::default::Default::default(), count: 0 }
            }
        }

        impl Count {
            /// Creates a [CountBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CountBuilder<()> {
                CountBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_count: impl ::planus::WriteAsDefault<u64, u64>,
            ) -> ::planus::Offset<Self> {
                let prepared_name = field_name.prepare(builder);
                let prepared_count = field_count.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                if prepared_count.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                table_writer.write_entry::<::planus::Offset<str>>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_count) = prepared_count {
                            object_writer.write::<_, _, 8>(&prepared_count);
                        }
                        object_writer.write::<_, _, 4>(&prepared_name);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Count>> for Count {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Count> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Count>> for Count {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Count>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Count> for Count {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Count> {
                Count::create(builder, &self.name, self.count)
            }
        }

        /// Builder for serializing an instance of the [Count] type.
        ///
        /// Can be created using the [Count::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CountBuilder<State>(State);

        impl CountBuilder<()> {
            /// Setter for the [`name` field](Count#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T0>(self, value: T0) -> CountBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                CountBuilder((value,))
            }
        }

        impl<T0> CountBuilder<(T0,)> {
            /// Setter for the [`count` field](Count#structfield.count).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count<T1>(self, value: T1) -> CountBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                CountBuilder((v0, value))
            }

            /// Sets the [`count` field](Count#structfield.count) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count_as_default(self) -> CountBuilder<(T0, ::planus::DefaultValue)> {
                self.count(::planus::DefaultValue)
            }
        }

        impl<T0, T1> CountBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Count].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Count>
            where
                Self: ::planus::WriteAsOffset<Count>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u64, u64>>
            ::planus::WriteAs<::planus::Offset<Count>> for CountBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Count>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Count> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u64, u64>>
            ::planus::WriteAsOptional<::planus::Offset<Count>> for CountBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Count>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Count>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u64, u64>>
            ::planus::WriteAsOffset<Count> for CountBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Count> {
                let (v0, v1) = &self.0;
                Count::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Count].
        #[derive(Copy, Clone)]
        pub struct CountRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> CountRef<'a> {
            /// Getter for the [`name` field](Count#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Count", "name")
            }

            /// Getter for the [`count` field](Count#structfield.count).
            #[inline]
            pub fn count(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "Count", "count")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for CountRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CountRef");
                f.field("name", &self.name());
                f.field("count", &self.count());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<CountRef<'a>> for Count {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: CountRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    name: ::core::convert::Into::into(value.name()?),
                    count: ::core::convert::TryInto::try_into(value.count()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for CountRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for CountRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[CountRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Count>> for Count {
            type Value = ::planus::Offset<Count>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Count>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for CountRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[CountRef]", "read_as_root", 0))
            }
        }

        /// The table `Collect` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Collect` in the file `schema/formats.fbs:152`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Collect {
            /// The field `item` in the table `Collect`
            pub item: ::planus::alloc::string::String,
            /// The field `count` in the table `Collect`
            pub count: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Collect {
            fn default() -> Self {
                Self { item: ::core::default::Default::default(), count: 0 }
            }
        }

        impl Collect {
            /// Creates a [CollectBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CollectBuilder<()> {
                CollectBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_item: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_count: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_item = field_item.prepare(builder);
                let prepared_count = field_count.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_count.is_some() {
                    table_writer.write_entry::<u32>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_item);
                        if let ::core::option::Option::Some(prepared_count) = prepared_count {
                            object_writer.write::<_, _, 4>(&prepared_count);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Collect>> for Collect {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Collect> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Collect>> for Collect {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Collect>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Collect> for Collect {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Collect> {
                Collect::create(builder, &self.item, self.count)
            }
        }

        /// Builder for serializing an instance of the [Collect] type.
        ///
        /// Can be created using the [Collect::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CollectBuilder<State>(State);

        impl CollectBuilder<()> {
            /// Setter for the [`item` field](Collect#structfield.item).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn item<T0>(self, value: T0) -> CollectBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                CollectBuilder((value,))
            }
        }

        impl<T0> CollectBuilder<(T0,)> {
            /// Setter for the [`count` field](Collect#structfield.count).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count<T1>(self, value: T1) -> CollectBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                CollectBuilder((v0, value))
            }

            /// Sets the [`count` field](Collect#structfield.count) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count_as_default(self) -> CollectBuilder<(T0, ::planus::DefaultValue)> {
                self.count(::planus::DefaultValue)
            }
        }

        impl<T0, T1> CollectBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Collect].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Collect>
            where
                Self: ::planus::WriteAsOffset<Collect>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAs<::planus::Offset<Collect>> for CollectBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Collect>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Collect> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAsOptional<::planus::Offset<Collect>> for CollectBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Collect>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Collect>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAsOffset<Collect> for CollectBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Collect> {
                let (v0, v1) = &self.0;
                Collect::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Collect].
        #[derive(Copy, Clone)]
        pub struct CollectRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> CollectRef<'a> {
            /// Getter for the [`item` field](Collect#structfield.item).
            #[inline]
            pub fn item(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Collect", "item")
            }

            /// Getter for the [`count` field](Collect#structfield.count).
            #[inline]
            pub fn count(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "Collect", "count")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for CollectRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CollectRef");
                f.field("item", &self.item());
                f.field("count", &self.count());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<CollectRef<'a>> for Collect {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: CollectRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    item: ::core::convert::Into::into(value.item()?),
                    count: ::core::convert::TryInto::try_into(value.count()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for CollectRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for CollectRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[CollectRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Collect>> for Collect {
            type Value = ::planus::Offset<Collect>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Collect>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for CollectRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[CollectRef]", "read_as_root", 0))
            }
        }

        /// The table `Reach` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Reach` in the file `schema/formats.fbs:157`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Reach {
            /// The field `block` in the table `Reach`
            pub block: self::Block,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Reach {
            fn default() -> Self {
                Self { block: ::core::default::Default::default() }
            }
        }

        impl Reach {
            /// Creates a [ReachBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ReachBuilder<()> {
                ReachBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_block: impl ::planus::WriteAs<self::Block>,
            ) -> ::planus::Offset<Self> {
                let prepared_block = field_block.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                table_writer.write_entry::<self::Block>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 12>(&prepared_block);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Reach>> for Reach {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reach> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Reach>> for Reach {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Reach>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Reach> for Reach {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reach> {
                Reach::create(builder, self.block)
            }
        }

        /// Builder for serializing an instance of the [Reach] type.
        ///
        /// Can be created using the [Reach::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ReachBuilder<State>(State);

        impl ReachBuilder<()> {
            /// Setter for the [`block` field](Reach#structfield.block).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn block<T0>(self, value: T0) -> ReachBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<self::Block>,
            {
                ReachBuilder((value,))
            }
        }

        impl<T0> ReachBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Reach].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reach>
            where
                Self: ::planus::WriteAsOffset<Reach>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<self::Block>> ::planus::WriteAs<::planus::Offset<Reach>> for ReachBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Reach>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reach> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<self::Block>> ::planus::WriteAsOptional<::planus::Offset<Reach>> for ReachBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Reach>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Reach>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<self::Block>> ::planus::WriteAsOffset<Reach> for ReachBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reach> {
                let (v0,) = &self.0;
                Reach::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Reach].
        #[derive(Copy, Clone)]
        pub struct ReachRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ReachRef<'a> {
            /// Getter for the [`block` field](Reach#structfield.block).
            #[inline]
            pub fn block(&self) -> ::planus::Result<self::BlockRef<'a>> {
                self.0.access_required(0, "Reach", "block")
            }
        }

        impl<'a> ::core::fmt::Debug for ReachRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ReachRef");
                f.field("block", &self.block());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ReachRef<'a>> for Reach {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ReachRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { block: ::core::convert::Into::into(value.block()?) })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ReachRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ReachRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[ReachRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Reach>> for Reach {
            type Value = ::planus::Offset<Reach>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Reach>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ReachRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ReachRef]", "read_as_root", 0))
            }
        }

        /// The table `Speak` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Speak` in the file `schema/formats.fbs:161`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Speak {
            /// The field `name` in the table `Speak`
            pub name: ::planus::alloc::string::String,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Speak {
            fn default() -> Self {
                Self { name: ::core::default::Default::default() }
            }
        }

        impl Speak {
            /// Creates a [SpeakBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> SpeakBuilder<()> {
                SpeakBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
            ) -> ::planus::Offset<Self> {
                let prepared_name = field_name.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_name);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Speak>> for Speak {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Speak> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Speak>> for Speak {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Speak>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Speak> for Speak {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Speak> {
                Speak::create(builder, &self.name)
            }
        }

        /// Builder for serializing an instance of the [Speak] type.
        ///
        /// Can be created using the [Speak::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct SpeakBuilder<State>(State);

        impl SpeakBuilder<()> {
            /// Setter for the [`name` field](Speak#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T0>(self, value: T0) -> SpeakBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                SpeakBuilder((value,))
            }
        }

        impl<T0> SpeakBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Speak].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Speak>
            where
                Self: ::planus::WriteAsOffset<Speak>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>> ::planus::WriteAs<::planus::Offset<Speak>> for SpeakBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Speak>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Speak> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>> ::planus::WriteAsOptional<::planus::Offset<Speak>>
            for SpeakBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Speak>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Speak>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>> ::planus::WriteAsOffset<Speak> for SpeakBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Speak> {
                let (v0,) = &self.0;
                Speak::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Speak].
        #[derive(Copy, Clone)]
        pub struct SpeakRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SpeakRef<'a> {
            /// Getter for the [`name` field](Speak#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Speak", "name")
            }
        }

        impl<'a> ::core::fmt::Debug for SpeakRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("SpeakRef");
                f.field("name", &self.name());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<SpeakRef<'a>> for Speak {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: SpeakRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { name: ::core::convert::Into::into(value.name()?) })
            }
        }

        impl<'a> ::planus::TableRead<'a> for SpeakRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SpeakRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[SpeakRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Speak>> for Speak {
            type Value = ::planus::Offset<Speak>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Speak>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for SpeakRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[SpeakRef]", "read_as_root", 0))
            }
        }

        /// The union `Task` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Union `Task` in the file `schema/formats.fbs:165`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum Task {
            /// The variant of type `Collect` in the union `Task`
            Collect(::planus::alloc::boxed::Box<self::Collect>),

            /// The variant of type `Reach` in the union `Task`
            Reach(::planus::alloc::boxed::Box<self::Reach>),

            /// The variant of type `Speak` in the union `Task`
            Speak(::planus::alloc::boxed::Box<self::Speak>),
        }

        impl Task {
            /// Creates a [TaskBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TaskBuilder<::planus::Uninitialized> {
                TaskBuilder(::planus::Uninitialized)
            }

            #[inline]
            pub fn create_collect(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Collect>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(1, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_reach(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Reach>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(2, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_speak(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Speak>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(3, value.prepare(builder).downcast())
            }
        }

        impl ::planus::WriteAsUnion<Task> for Task {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Self> {
                match self {
                    Self::Collect(value) => Self::create_collect(builder, value),
                    Self::Reach(value) => Self::create_reach(builder, value),
                    Self::Speak(value) => Self::create_speak(builder, value),
                }
            }
        }

        impl ::planus::WriteAsOptionalUnion<Task> for Task {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Self>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Builder for serializing an instance of the [Task] type.
        ///
        /// Can be created using the [Task::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TaskBuilder<T>(T);

        impl TaskBuilder<::planus::Uninitialized> {
            /// Creates an instance of the [`Collect` variant](Task#variant.Collect).
            #[inline]
            pub fn collect<T>(self, value: T) -> TaskBuilder<::planus::Initialized<1, T>>
            where
                T: ::planus::WriteAsOffset<self::Collect>,
            {
                TaskBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Reach` variant](Task#variant.Reach).
            #[inline]
            pub fn reach<T>(self, value: T) -> TaskBuilder<::planus::Initialized<2, T>>
            where
                T: ::planus::WriteAsOffset<self::Reach>,
            {
                TaskBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Speak` variant](Task#variant.Speak).
            #[inline]
            pub fn speak<T>(self, value: T) -> TaskBuilder<::planus::Initialized<3, T>>
            where
                T: ::planus::WriteAsOffset<self::Speak>,
            {
                TaskBuilder(::planus::Initialized(value))
            }
        }

        impl<const N: u8, T> TaskBuilder<::planus::Initialized<N, T>> {
            /// Finish writing the builder to get an [UnionOffset](::planus::UnionOffset) to a serialized [Task].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Task>
            where
                Self: ::planus::WriteAsUnion<Task>,
            {
                ::planus::WriteAsUnion::prepare(&self, builder)
            }
        }

        impl<T> ::planus::WriteAsUnion<Task> for TaskBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Collect>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Task> {
                ::planus::UnionOffset::new(1, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Task> for TaskBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Collect>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Task>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Task> for TaskBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Reach>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Task> {
                ::planus::UnionOffset::new(2, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Task> for TaskBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Reach>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Task>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Task> for TaskBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Speak>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Task> {
                ::planus::UnionOffset::new(3, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Task> for TaskBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Speak>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Task>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Reference to a deserialized [Task].
        #[derive(Copy, Clone, Debug)]
        pub enum TaskRef<'a> {
            Collect(self::CollectRef<'a>),
            Reach(self::ReachRef<'a>),
            Speak(self::SpeakRef<'a>),
        }

        impl<'a> ::core::convert::TryFrom<TaskRef<'a>> for Task {
            type Error = ::planus::Error;

            fn try_from(value: TaskRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(match value {
                    TaskRef::Collect(value) => {
                        Self::Collect(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    TaskRef::Reach(value) => {
                        Self::Reach(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    TaskRef::Speak(value) => {
                        Self::Speak(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }
                })
            }
        }

        impl<'a> ::planus::TableReadUnion<'a> for TaskRef<'a> {
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                tag: u8,
                field_offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                match tag {
                    1 => ::core::result::Result::Ok(Self::Collect(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    2 => {
                        ::core::result::Result::Ok(Self::Reach(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    3 => {
                        ::core::result::Result::Ok(Self::Speak(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    _ => ::core::result::Result::Err(::planus::errors::ErrorKind::UnknownUnionTag { tag }),
                }
            }
        }

        impl<'a> ::planus::VectorReadUnion<'a> for TaskRef<'a> {
            const VECTOR_NAME: &'static str = "[TaskRef]";
        }

        /// The table `Goal` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Goal` in the file `schema/formats.fbs:171`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Goal {
            /// The field `task` in the table `Goal`
            pub task: self::Task,
        }

        impl Goal {
            /// Creates a [GoalBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> GoalBuilder<()> {
                GoalBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_task: impl ::planus::WriteAsUnion<self::Task>,
            ) -> ::planus::Offset<Self> {
                let prepared_task = field_task.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<self::Task>>(1);
                table_writer.write_entry::<u8>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_task.offset());
                        object_writer.write::<_, _, 1>(&prepared_task.tag());
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Goal>> for Goal {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Goal> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Goal>> for Goal {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Goal>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Goal> for Goal {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Goal> {
                Goal::create(builder, &self.task)
            }
        }

        /// Builder for serializing an instance of the [Goal] type.
        ///
        /// Can be created using the [Goal::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct GoalBuilder<State>(State);

        impl GoalBuilder<()> {
            /// Setter for the [`task` field](Goal#structfield.task).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn task<T0>(self, value: T0) -> GoalBuilder<(T0,)>
            where
                T0: ::planus::WriteAsUnion<self::Task>,
            {
                GoalBuilder((value,))
            }
        }

        impl<T0> GoalBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Goal].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Goal>
            where
                Self: ::planus::WriteAsOffset<Goal>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsUnion<self::Task>> ::planus::WriteAs<::planus::Offset<Goal>> for GoalBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Goal>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Goal> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsUnion<self::Task>> ::planus::WriteAsOptional<::planus::Offset<Goal>> for GoalBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Goal>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Goal>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsUnion<self::Task>> ::planus::WriteAsOffset<Goal> for GoalBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Goal> {
                let (v0,) = &self.0;
                Goal::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Goal].
        #[derive(Copy, Clone)]
        pub struct GoalRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> GoalRef<'a> {
            /// Getter for the [`task` field](Goal#structfield.task).
            #[inline]
            pub fn task(&self) -> ::planus::Result<self::TaskRef<'a>> {
                self.0.access_union_required(0, "Goal", "task")
            }
        }

        impl<'a> ::core::fmt::Debug for GoalRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("GoalRef");
                f.field("task", &self.task());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<GoalRef<'a>> for Goal {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: GoalRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { task: ::core::convert::TryInto::try_into(value.task()?)? })
            }
        }

        impl<'a> ::planus::TableRead<'a> for GoalRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for GoalRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[GoalRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Goal>> for Goal {
            type Value = ::planus::Offset<Goal>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Goal>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for GoalRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[GoalRef]", "read_as_root", 0))
            }
        }

        /// The table `Quest` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Quest` in the file `schema/formats.fbs:175`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Quest {
            /// The field `name` in the table `Quest`
            pub name: ::planus::alloc::string::String,
            /// The field `stage` in the table `Quest`
            pub stage: u16,
            /// The field `finished` in the table `Quest`
            pub finished: ::core::option::Option<u64>,
            /// The field `goals` in the table `Quest`
            pub goals: ::core::option::Option<::planus::alloc::vec::Vec<self::Goal>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Quest {
            fn default() -> Self {
                Self {
                    name: ::core::default::Default::default(),
                    stage: 0,
                    finished: ::core::default::Default::default(),
                    goals: ::core::default::Default::default(),
                }
            }
        }

        impl Quest {
            /// Creates a [QuestBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> QuestBuilder<()> {
                QuestBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_stage: impl ::planus::WriteAsDefault<u16, u16>,
                field_finished: impl ::planus::WriteAsOptional<u64>,
                field_goals: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Goal>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_name = field_name.prepare(builder);
                let prepared_stage = field_stage.prepare(builder, &0);
                let prepared_finished = field_finished.prepare(builder);
                let prepared_goals = field_goals.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<12> = ::core::default::Default::default();
                if prepared_finished.is_some() {
                    table_writer.write_entry::<u64>(2);
                }
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_goals.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Goal>]>>(3);
                }
                if prepared_stage.is_some() {
                    table_writer.write_entry::<u16>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_finished) = prepared_finished {
                            object_writer.write::<_, _, 8>(&prepared_finished);
                        }
                        object_writer.write::<_, _, 4>(&prepared_name);
                        if let ::core::option::Option::Some(prepared_goals) = prepared_goals {
                            object_writer.write::<_, _, 4>(&prepared_goals);
                        }
                        if let ::core::option::Option::Some(prepared_stage) = prepared_stage {
                            object_writer.write::<_, _, 2>(&prepared_stage);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Quest>> for Quest {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Quest> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Quest>> for Quest {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Quest>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Quest> for Quest {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Quest> {
                Quest::create(builder, &self.name, self.stage, self.finished, &self.goals)
            }
        }

        /// Builder for serializing an instance of the [Quest] type.
        ///
        /// Can be created using the [Quest::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct QuestBuilder<State>(State);

        impl QuestBuilder<()> {
            /// Setter for the [`name` field](Quest#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T0>(self, value: T0) -> QuestBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                QuestBuilder((value,))
            }
        }

        impl<T0> QuestBuilder<(T0,)> {
            /// Setter for the [`stage` field](Quest#structfield.stage).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stage<T1>(self, value: T1) -> QuestBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0,) = self.0;
                QuestBuilder((v0, value))
            }

            /// Sets the [`stage` field](Quest#structfield.stage) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stage_as_default(self) -> QuestBuilder<(T0, ::planus::DefaultValue)> {
                self.stage(::planus::DefaultValue)
            }
        }

        impl<T0, T1> QuestBuilder<(T0, T1)> {
            /// Setter for the [`finished` field](Quest#structfield.finished).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn finished<T2>(self, value: T2) -> QuestBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<u64>,
            {
                let (v0, v1) = self.0;
                QuestBuilder((v0, v1, value))
            }

            /// Sets the [`finished` field](Quest#structfield.finished) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn finished_as_null(self) -> QuestBuilder<(T0, T1, ())> {
                self.finished(())
            }
        }

        impl<T0, T1, T2> QuestBuilder<(T0, T1, T2)> {
            /// Setter for the [`goals` field](Quest#structfield.goals).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn goals<T3>(self, value: T3) -> QuestBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Goal>]>>,
            {
                let (v0, v1, v2) = self.0;
                QuestBuilder((v0, v1, v2, value))
            }

            /// Sets the [`goals` field](Quest#structfield.goals) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn goals_as_null(self) -> QuestBuilder<(T0, T1, T2, ())> {
                self.goals(())
            }
        }

        impl<T0, T1, T2, T3> QuestBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Quest].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Quest>
            where
                Self: ::planus::WriteAsOffset<Quest>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsOptional<u64>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Goal>]>>,
            > ::planus::WriteAs<::planus::Offset<Quest>> for QuestBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Quest>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Quest> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsOptional<u64>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Goal>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Quest>> for QuestBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Quest>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Quest>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAs<::planus::Offset<str>>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsOptional<u64>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Goal>]>>,
            > ::planus::WriteAsOffset<Quest> for QuestBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Quest> {
                let (v0, v1, v2, v3) = &self.0;
                Quest::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [Quest].
        #[derive(Copy, Clone)]
        pub struct QuestRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> QuestRef<'a> {
            /// Getter for the [`name` field](Quest#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Quest", "name")
            }

            /// Getter for the [`stage` field](Quest#structfield.stage).
            #[inline]
            pub fn stage(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(1, "Quest", "stage")?.unwrap_or(0))
            }

            /// Getter for the [`finished` field](Quest#structfield.finished).
            #[inline]
            pub fn finished(&self) -> ::planus::Result<::core::option::Option<u64>> {
                self.0.access(2, "Quest", "finished")
            }

            /// Getter for the [`goals` field](Quest#structfield.goals).
            #[inline]
            pub fn goals(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::GoalRef<'a>>>>>
            {
                self.0.access(3, "Quest", "goals")
            }
        }

        impl<'a> ::core::fmt::Debug for QuestRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("QuestRef");
                f.field("name", &self.name());
                f.field("stage", &self.stage());
                if let ::core::option::Option::Some(field_finished) = self.finished().transpose() {
                    f.field("finished", &field_finished);
                }
                if let ::core::option::Option::Some(field_goals) = self.goals().transpose() {
                    f.field("goals", &field_goals);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<QuestRef<'a>> for Quest {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: QuestRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    name: ::core::convert::Into::into(value.name()?),
                    stage: ::core::convert::TryInto::try_into(value.stage()?)?,
                    finished: if let ::core::option::Option::Some(finished) = value.finished()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(finished)?)
                    } else {
                        ::core::option::Option::None
                    },
                    goals: if let ::core::option::Option::Some(goals) = value.goals()? {
                        ::core::option::Option::Some(goals.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for QuestRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for QuestRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[QuestRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Quest>> for Quest {
            type Value = ::planus::Offset<Quest>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Quest>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for QuestRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[QuestRef]", "read_as_root", 0))
            }
        }

        /// The table `Recipes` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Recipes` in the file `schema/formats.fbs:182`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Recipes {
            /// The field `known` in the table `Recipes`
            pub known: ::core::option::Option<::planus::alloc::vec::Vec<::planus::alloc::string::String>>,
            /// The field `marked` in the table `Recipes`
            pub marked: ::core::option::Option<::planus::alloc::vec::Vec<::planus::alloc::string::String>>,
            /// The field `only_possible` in the table `Recipes`
            pub only_possible: bool,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Recipes {
            fn default() -> Self {
                Self {
                    known: ::core::default::Default::default(),
                    marked: ::core::default::Default::default(),
                    only_possible: false,
                }
            }
        }

        impl Recipes {
            /// Creates a [RecipesBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> RecipesBuilder<()> {
                RecipesBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_known: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
                field_marked: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
                field_only_possible: impl ::planus::WriteAsDefault<bool, bool>,
            ) -> ::planus::Offset<Self> {
                let prepared_known = field_known.prepare(builder);
                let prepared_marked = field_marked.prepare(builder);
                let prepared_only_possible = field_only_possible.prepare(builder, &false);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                if prepared_known.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<str>]>>(0);
                }
                if prepared_marked.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<str>]>>(1);
                }
                if prepared_only_possible.is_some() {
                    table_writer.write_entry::<bool>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_known) = prepared_known {
                            object_writer.write::<_, _, 4>(&prepared_known);
                        }
                        if let ::core::option::Option::Some(prepared_marked) = prepared_marked {
                            object_writer.write::<_, _, 4>(&prepared_marked);
                        }
                        if let ::core::option::Option::Some(prepared_only_possible) = prepared_only_possible {
                            object_writer.write::<_, _, 1>(&prepared_only_possible);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Recipes>> for Recipes {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Recipes>> for Recipes {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Recipes>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Recipes> for Recipes {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes> {
                Recipes::create(builder, &self.known, &self.marked, self.only_possible)
            }
        }

        /// Builder for serializing an instance of the [Recipes] type.
        ///
        /// Can be created using the [Recipes::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct RecipesBuilder<State>(State);

        impl RecipesBuilder<()> {
            /// Setter for the [`known` field](Recipes#structfield.known).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn known<T0>(self, value: T0) -> RecipesBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
            {
                RecipesBuilder((value,))
            }

            /// Sets the [`known` field](Recipes#structfield.known) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn known_as_null(self) -> RecipesBuilder<((),)> {
                self.known(())
            }
        }

        impl<T0> RecipesBuilder<(T0,)> {
            /// Setter for the [`marked` field](Recipes#structfield.marked).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn marked<T1>(self, value: T1) -> RecipesBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
            {
                let (v0,) = self.0;
                RecipesBuilder((v0, value))
            }

            /// Sets the [`marked` field](Recipes#structfield.marked) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn marked_as_null(self) -> RecipesBuilder<(T0, ())> {
                self.marked(())
            }
        }

        impl<T0, T1> RecipesBuilder<(T0, T1)> {
            /// Setter for the [`only_possible` field](Recipes#structfield.only_possible).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn only_possible<T2>(self, value: T2) -> RecipesBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1) = self.0;
                RecipesBuilder((v0, v1, value))
            }

            /// Sets the [`only_possible` field](Recipes#structfield.only_possible) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn only_possible_as_default(self) -> RecipesBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.only_possible(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> RecipesBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Recipes].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes>
            where
                Self: ::planus::WriteAsOffset<Recipes>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAs<::planus::Offset<Recipes>> for RecipesBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Recipes>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOptional<::planus::Offset<Recipes>> for RecipesBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Recipes>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Recipes>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOffset<Recipes> for RecipesBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes> {
                let (v0, v1, v2) = &self.0;
                Recipes::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Recipes].
        #[derive(Copy, Clone)]
        pub struct RecipesRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> RecipesRef<'a> {
            /// Getter for the [`known` field](Recipes#structfield.known).
            #[inline]
            pub fn known(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<&'a ::core::primitive::str>>>,
            > {
                self.0.access(0, "Recipes", "known")
            }

            /// Getter for the [`marked` field](Recipes#structfield.marked).
            #[inline]
            pub fn marked(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<&'a ::core::primitive::str>>>,
            > {
                self.0.access(1, "Recipes", "marked")
            }

            /// Getter for the [`only_possible` field](Recipes#structfield.only_possible).
            #[inline]
            pub fn only_possible(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(2, "Recipes", "only_possible")?.unwrap_or(false))
            }
        }

        impl<'a> ::core::fmt::Debug for RecipesRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("RecipesRef");
                if let ::core::option::Option::Some(field_known) = self.known().transpose() {
                    f.field("known", &field_known);
                }
                if let ::core::option::Option::Some(field_marked) = self.marked().transpose() {
                    f.field("marked", &field_marked);
                }
                f.field("only_possible", &self.only_possible());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<RecipesRef<'a>> for Recipes {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: RecipesRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    known: if let ::core::option::Option::Some(known) = value.known()? {
                        ::core::option::Option::Some(known.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    marked: if let ::core::option::Option::Some(marked) = value.marked()? {
                        ::core::option::Option::Some(marked.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    only_possible: ::core::convert::TryInto::try_into(value.only_possible()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for RecipesRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for RecipesRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[RecipesRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Recipes>> for Recipes {
            type Value = ::planus::Offset<Recipes>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Recipes>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for RecipesRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[RecipesRef]", "read_as_root", 0))
            }
        }

        /// The table `Updates` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Updates` in the file `schema/formats.fbs:188`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Updates {
            /// The field `updates` in the table `Updates`
            pub updates: ::core::option::Option<::planus::alloc::vec::Vec<self::Update>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Updates {
            fn default() -> Self {
                Self { updates: ::core::default::Default::default() }
            }
        }

        impl Updates {
            /// Creates a [UpdatesBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> UpdatesBuilder<()> {
                UpdatesBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_updates: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_updates = field_updates.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                if prepared_updates.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Update>]>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_updates) = prepared_updates {
                            object_writer.write::<_, _, 4>(&prepared_updates);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Updates>> for Updates {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Updates>> for Updates {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Updates>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Updates> for Updates {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates> {
                Updates::create(builder, &self.updates)
            }
        }

        /// Builder for serializing an instance of the [Updates] type.
        ///
        /// Can be created using the [Updates::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct UpdatesBuilder<State>(State);

        impl UpdatesBuilder<()> {
            /// Setter for the [`updates` field](Updates#structfield.updates).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn updates<T0>(self, value: T0) -> UpdatesBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>,
            {
                UpdatesBuilder((value,))
            }

            /// Sets the [`updates` field](Updates#structfield.updates) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn updates_as_null(self) -> UpdatesBuilder<((),)> {
                self.updates(())
            }
        }

        impl<T0> UpdatesBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Updates].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates>
            where
                Self: ::planus::WriteAsOffset<Updates>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>>
            ::planus::WriteAs<::planus::Offset<Updates>> for UpdatesBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Updates>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>>
            ::planus::WriteAsOptional<::planus::Offset<Updates>> for UpdatesBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Updates>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Updates>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>>
            ::planus::WriteAsOffset<Updates> for UpdatesBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates> {
                let (v0,) = &self.0;
                Updates::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Updates].
        #[derive(Copy, Clone)]
        pub struct UpdatesRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> UpdatesRef<'a> {
            /// Getter for the [`updates` field](Updates#structfield.updates).
            #[inline]
            pub fn updates(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::UpdateRef<'a>>>>>
            {
                self.0.access(0, "Updates", "updates")
            }
        }

        impl<'a> ::core::fmt::Debug for UpdatesRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("UpdatesRef");
                if let ::core::option::Option::Some(field_updates) = self.updates().transpose() {
                    f.field("updates", &field_updates);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<UpdatesRef<'a>> for Updates {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: UpdatesRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    updates: if let ::core::option::Option::Some(updates) = value.updates()? {
                        ::core::option::Option::Some(updates.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for UpdatesRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for UpdatesRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[UpdatesRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Updates>> for Updates {
            type Value = ::planus::Offset<Updates>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Updates>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for UpdatesRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[UpdatesRef]", "read_as_root", 0))
            }
        }

        /// The enum `Kind` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Enum `Kind` in the file `schema/formats.fbs:192`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(u8)]
        pub enum Kind {
            /// The variant `Player` in the enum `Kind`
            Player = 0,

            /// The variant `Boat` in the enum `Kind`
            Boat = 1,

            /// The variant `Wagon` in the enum `Kind`
            Wagon = 2,

            /// The variant `Arrow` in the enum `Kind`
            Arrow = 3,

            /// The variant `Animal` in the enum `Kind`
            Animal = 4,

            /// The variant `Crate` in the enum `Kind`
            Crate = 5,
        }

        impl Kind {
            /// Array containing all valid variants of Kind
            pub const ENUM_VALUES: [Self; 6] =
                [Self::Player, Self::Boat, Self::Wagon, Self::Arrow, Self::Animal, Self::Crate];
        }

        impl ::core::convert::TryFrom<u8> for Kind {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(Kind::Player),
                    1 => ::core::result::Result::Ok(Kind::Boat),
                    2 => ::core::result::Result::Ok(Kind::Wagon),
                    3 => ::core::result::Result::Ok(Kind::Arrow),
                    4 => ::core::result::Result::Ok(Kind::Animal),
                    5 => ::core::result::Result::Ok(Kind::Crate),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
                }
            }
        }

        impl ::core::convert::From<Kind> for u8 {
            #[inline]
            fn from(value: Kind) -> Self {
                value as u8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Kind {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<Kind> for Kind {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as u8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<Kind> for Kind {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Kind {
                *self
            }
        }

        impl ::planus::WriteAsDefault<Kind, Kind> for Kind {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder, default: &Kind) -> ::core::option::Option<Kind> {
                if self == default {
                    ::core::option::Option::None
                } else {
                    ::core::option::Option::Some(*self)
                }
            }
        }

        impl ::planus::WriteAsOptional<Kind> for Kind {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Kind> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for Kind {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for Kind {
            type Error = ::planus::errors::UnknownEnumTag;
            const STRIDE: usize = 1;
            #[inline]
            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {
                let value = unsafe { *buffer.buffer.get_unchecked(offset) };
                let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
                value.map_err(|error_kind| {
                    error_kind.with_error_location("Kind", "VectorRead::from_buffer", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Kind> for Kind {
            const STRIDE: usize = 1;

            type Value = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Self], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - i as u32,
                    );
                }
            }
        }

        /// The enum `Sound` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Enum `Sound` in the file `schema/formats.fbs:201`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(u8)]
        pub enum Sound {
            /// The variant `Step` in the enum `Sound`
            Step = 0,

            /// The variant `Splash` in the enum `Sound`
            Splash = 1,

            /// The variant `Creak` in the enum `Sound`
            Creak = 2,

            /// The variant `Call` in the enum `Sound`
            Call = 3,
        }

        impl Sound {
            /// Array containing all valid variants of Sound
            pub const ENUM_VALUES: [Self; 4] = [Self::Step, Self::Splash, Self::Creak, Self::Call];
        }

        impl ::core::convert::TryFrom<u8> for Sound {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(Sound::Step),
                    1 => ::core::result::Result::Ok(Sound::Splash),
                    2 => ::core::result::Result::Ok(Sound::Creak),
                    3 => ::core::result::Result::Ok(Sound::Call),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
                }
            }
        }

        impl ::core::convert::From<Sound> for u8 {
            #[inline]
            fn from(value: Sound) -> Self {
                value as u8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Sound {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<Sound> for Sound {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as u8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<Sound> for Sound {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Sound {
                *self
            }
        }

        impl ::planus::WriteAsDefault<Sound, Sound> for Sound {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder, default: &Sound) -> ::core::option::Option<Sound> {
                if self == default {
                    ::core::option::Option::None
                } else {
                    ::core::option::Option::Some(*self)
                }
            }
        }

        impl ::planus::WriteAsOptional<Sound> for Sound {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Sound> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for Sound {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for Sound {
            type Error = ::planus::errors::UnknownEnumTag;
            const STRIDE: usize = 1;
            #[inline]
            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {
                let value = unsafe { *buffer.buffer.get_unchecked(offset) };
                let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
                value.map_err(|error_kind| {
                    error_kind.with_error_location("Sound", "VectorRead::from_buffer", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Sound> for Sound {
            const STRIDE: usize = 1;

            type Value = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Self], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - i as u32,
                    );
                }
            }
        }

        /// The struct `Place` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Struct `Place` in the file `schema/formats.fbs:208`
        #[derive(
            Copy, Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, Default, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub struct Place {
            /// The field `x` in the struct `Place`
            pub x: i16,

            /// The field `y` in the struct `Place`
            pub y: i16,

            /// The field `height` in the struct `Place`
            pub height: i16,

            /// The field `heading` in the struct `Place`
            pub heading: u8,

            /// The field `speed` in the struct `Place`
            pub speed: i8,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Place {
            const ALIGNMENT: usize = 2;
            const SIZE: usize = 8;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Place> for Place {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<2, 6>();
                self.x.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<2, 4>();
                self.y.write(cur, buffer_position - 2);
                let (cur, cursor) = cursor.split::<2, 2>();
                self.height.write(cur, buffer_position - 4);
                let (cur, cursor) = cursor.split::<1, 1>();
                self.heading.write(cur, buffer_position - 6);
                let (cur, cursor) = cursor.split::<1, 0>();
                self.speed.write(cur, buffer_position - 7);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Place> for Place {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Place> {
                unsafe {
                    builder.write_with(8, 1, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 8])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Place> for Place {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Place> for Place {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Place].
        #[derive(Copy, Clone)]
        pub struct PlaceRef<'a>(::planus::ArrayWithStartOffset<'a, 8>);

        impl<'a> PlaceRef<'a> {
            /// Getter for the [`x` field](Place#structfield.x).
            pub fn x(&self) -> i16 {
                let buffer = self.0.advance_as_array::<2>(0).unwrap();

                i16::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`y` field](Place#structfield.y).
            pub fn y(&self) -> i16 {
                let buffer = self.0.advance_as_array::<2>(2).unwrap();

                i16::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`height` field](Place#structfield.height).
            pub fn height(&self) -> i16 {
                let buffer = self.0.advance_as_array::<2>(4).unwrap();

                i16::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`heading` field](Place#structfield.heading).
            pub fn heading(&self) -> u8 {
                let buffer = self.0.advance_as_array::<1>(6).unwrap();

                u8::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`speed` field](Place#structfield.speed).
            pub fn speed(&self) -> i8 {
                let buffer = self.0.advance_as_array::<1>(7).unwrap();

                i8::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for PlaceRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PlaceRef");
                f.field("x", &self.x());
                f.field("y", &self.y());
                f.field("height", &self.height());
                f.field("heading", &self.heading());
                f.field("speed", &self.speed());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 8>> for PlaceRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 8>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<PlaceRef<'a>> for Place {
            #[allow(unreachable_code)]
            fn from(value: PlaceRef<'a>) -> Self {
                Self {
                    x: value.x(),
                    y: value.y(),
                    height: value.height(),
                    heading: value.heading(),
                    speed: value.speed(),
                }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<PlaceRef<'a>> for PlaceRef<'b> {
            fn eq(&self, other: &PlaceRef<'_>) -> bool {
                self.x() == other.x()
                    && self.y() == other.y()
                    && self.height() == other.height()
                    && self.heading() == other.heading()
                    && self.speed() == other.speed()
            }
        }

        impl<'a> ::core::cmp::Eq for PlaceRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<PlaceRef<'a>> for PlaceRef<'b> {
            fn partial_cmp(&self, other: &PlaceRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for PlaceRef<'a> {
            fn cmp(&self, other: &PlaceRef<'_>) -> ::core::cmp::Ordering {
                self.x()
                    .cmp(&other.x())
                    .then_with(|| self.y().cmp(&other.y()))
                    .then_with(|| self.height().cmp(&other.height()))
                    .then_with(|| self.heading().cmp(&other.heading()))
                    .then_with(|| self.speed().cmp(&other.speed()))
            }
        }

        impl<'a> ::core::hash::Hash for PlaceRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.x().hash(state);
                self.y().hash(state);
                self.height().hash(state);
                self.heading().hash(state);
                self.speed().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for PlaceRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<8>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for PlaceRef<'a> {
            const STRIDE: usize = 8;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Place> for Place {
            const STRIDE: usize = 8;

            type Value = Place;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Place], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 8];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (8 * i) as u32,
                    );
                }
            }
        }

        /// The table `Turn` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Turn` in the file `schema/formats.fbs:216`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Turn {
            /// The field `by` in the table `Turn`
            pub by: i8,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Turn {
            fn default() -> Self {
                Self { by: 0 }
            }
        }

        impl Turn {
            /// Creates a [TurnBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TurnBuilder<()> {
                TurnBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_by: impl ::planus::WriteAsDefault<i8, i8>,
            ) -> ::planus::Offset<Self> {
                let prepared_by = field_by.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                if prepared_by.is_some() {
                    table_writer.write_entry::<i8>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_by) = prepared_by {
                            object_writer.write::<_, _, 1>(&prepared_by);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Turn>> for Turn {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Turn> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Turn>> for Turn {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Turn>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Turn> for Turn {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Turn> {
                Turn::create(builder, self.by)
            }
        }

        /// Builder for serializing an instance of the [Turn] type.
        ///
        /// Can be created using the [Turn::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TurnBuilder<State>(State);

        impl TurnBuilder<()> {
            /// Setter for the [`by` field](Turn#structfield.by).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn by<T0>(self, value: T0) -> TurnBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<i8, i8>,
            {
                TurnBuilder((value,))
            }

            /// Sets the [`by` field](Turn#structfield.by) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn by_as_default(self) -> TurnBuilder<(::planus::DefaultValue,)> {
                self.by(::planus::DefaultValue)
            }
        }

        impl<T0> TurnBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Turn].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Turn>
            where
                Self: ::planus::WriteAsOffset<Turn>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<i8, i8>> ::planus::WriteAs<::planus::Offset<Turn>> for TurnBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Turn>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Turn> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<i8, i8>> ::planus::WriteAsOptional<::planus::Offset<Turn>> for TurnBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Turn>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Turn>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<i8, i8>> ::planus::WriteAsOffset<Turn> for TurnBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Turn> {
                let (v0,) = &self.0;
                Turn::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Turn].
        #[derive(Copy, Clone)]
        pub struct TurnRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TurnRef<'a> {
            /// Getter for the [`by` field](Turn#structfield.by).
            #[inline]
            pub fn by(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(0, "Turn", "by")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for TurnRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TurnRef");
                f.field("by", &self.by());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TurnRef<'a>> for Turn {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TurnRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { by: ::core::convert::TryInto::try_into(value.by()?)? })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TurnRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TurnRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[TurnRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Turn>> for Turn {
            type Value = ::planus::Offset<Turn>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Turn>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for TurnRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TurnRef]", "read_as_root", 0))
            }
        }

        /// The table `Shoot` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Shoot` in the file `schema/formats.fbs:220`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Shoot {
            /// The field `at` in the table `Shoot`
            pub at: ::core::option::Option<u32>,
            /// The field `strength` in the table `Shoot`
            pub strength: u8,
            /// The field `aimed` in the table `Shoot`
            pub aimed: bool,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Shoot {
            fn default() -> Self {
                Self { at: ::core::default::Default::default(), strength: 0, aimed: false }
            }
        }

        impl Shoot {
            /// Creates a [ShootBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ShootBuilder<()> {
                ShootBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_at: impl ::planus::WriteAsOptional<u32>,
                field_strength: impl ::planus::WriteAsDefault<u8, u8>,
                field_aimed: impl ::planus::WriteAsDefault<bool, bool>,
            ) -> ::planus::Offset<Self> {
                let prepared_at = field_at.prepare(builder);
                let prepared_strength = field_strength.prepare(builder, &0);
                let prepared_aimed = field_aimed.prepare(builder, &false);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                if prepared_at.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                if prepared_strength.is_some() {
                    table_writer.write_entry::<u8>(1);
                }
                if prepared_aimed.is_some() {
                    table_writer.write_entry::<bool>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                        if let ::core::option::Option::Some(prepared_strength) = prepared_strength {
                            object_writer.write::<_, _, 1>(&prepared_strength);
                        }
                        if let ::core::option::Option::Some(prepared_aimed) = prepared_aimed {
                            object_writer.write::<_, _, 1>(&prepared_aimed);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Shoot>> for Shoot {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Shoot> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Shoot>> for Shoot {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Shoot>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Shoot> for Shoot {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Shoot> {
                Shoot::create(builder, self.at, self.strength, self.aimed)
            }
        }

        /// Builder for serializing an instance of the [Shoot] type.
        ///
        /// Can be created using the [Shoot::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ShootBuilder<State>(State);

        impl ShootBuilder<()> {
            /// Setter for the [`at` field](Shoot#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T0>(self, value: T0) -> ShootBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<u32>,
            {
                ShootBuilder((value,))
            }

            /// Sets the [`at` field](Shoot#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> ShootBuilder<((),)> {
                self.at(())
            }
        }

        impl<T0> ShootBuilder<(T0,)> {
            /// Setter for the [`strength` field](Shoot#structfield.strength).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn strength<T1>(self, value: T1) -> ShootBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0,) = self.0;
                ShootBuilder((v0, value))
            }

            /// Sets the [`strength` field](Shoot#structfield.strength) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn strength_as_default(self) -> ShootBuilder<(T0, ::planus::DefaultValue)> {
                self.strength(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ShootBuilder<(T0, T1)> {
            /// Setter for the [`aimed` field](Shoot#structfield.aimed).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn aimed<T2>(self, value: T2) -> ShootBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1) = self.0;
                ShootBuilder((v0, v1, value))
            }

            /// Sets the [`aimed` field](Shoot#structfield.aimed) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn aimed_as_default(self) -> ShootBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.aimed(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ShootBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Shoot].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Shoot>
            where
                Self: ::planus::WriteAsOffset<Shoot>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<u32>,
                T1: ::planus::WriteAsDefault<u8, u8>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAs<::planus::Offset<Shoot>> for ShootBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Shoot>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Shoot> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<u32>,
                T1: ::planus::WriteAsDefault<u8, u8>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOptional<::planus::Offset<Shoot>> for ShootBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Shoot>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Shoot>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<u32>,
                T1: ::planus::WriteAsDefault<u8, u8>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOffset<Shoot> for ShootBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Shoot> {
                let (v0, v1, v2) = &self.0;
                Shoot::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Shoot].
        #[derive(Copy, Clone)]
        pub struct ShootRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ShootRef<'a> {
            /// Getter for the [`at` field](Shoot#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<u32>> {
                self.0.access(0, "Shoot", "at")
            }

            /// Getter for the [`strength` field](Shoot#structfield.strength).
            #[inline]
            pub fn strength(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(1, "Shoot", "strength")?.unwrap_or(0))
            }

            /// Getter for the [`aimed` field](Shoot#structfield.aimed).
            #[inline]
            pub fn aimed(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(2, "Shoot", "aimed")?.unwrap_or(false))
            }
        }

        impl<'a> ::core::fmt::Debug for ShootRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ShootRef");
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                f.field("strength", &self.strength());
                f.field("aimed", &self.aimed());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ShootRef<'a>> for Shoot {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ShootRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(at)?)
                    } else {
                        ::core::option::Option::None
                    },
                    strength: ::core::convert::TryInto::try_into(value.strength()?)?,
                    aimed: ::core::convert::TryInto::try_into(value.aimed()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ShootRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ShootRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[ShootRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Shoot>> for Shoot {
            type Value = ::planus::Offset<Shoot>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Shoot>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ShootRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ShootRef]", "read_as_root", 0))
            }
        }

        /// The table `Hurt` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Hurt` in the file `schema/formats.fbs:226`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Hurt {
            /// The field `amount` in the table `Hurt`
            pub amount: u8,
            /// The field `by` in the table `Hurt`
            pub by: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Hurt {
            fn default() -> Self {
                Self { amount: 0, by: 0 }
            }
        }

        impl Hurt {
            /// Creates a [HurtBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> HurtBuilder<()> {
                HurtBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_amount: impl ::planus::WriteAsDefault<u8, u8>,
                field_by: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_amount = field_amount.prepare(builder, &0);
                let prepared_by = field_by.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                if prepared_by.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_amount.is_some() {
                    table_writer.write_entry::<u8>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_by) = prepared_by {
                            object_writer.write::<_, _, 4>(&prepared_by);
                        }
                        if let ::core::option::Option::Some(prepared_amount) = prepared_amount {
                            object_writer.write::<_, _, 1>(&prepared_amount);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Hurt>> for Hurt {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hurt> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Hurt>> for Hurt {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Hurt>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Hurt> for Hurt {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hurt> {
                Hurt::create(builder, self.amount, self.by)
            }
        }

        /// Builder for serializing an instance of the [Hurt] type.
        ///
        /// Can be created using the [Hurt::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct HurtBuilder<State>(State);

        impl HurtBuilder<()> {
            /// Setter for the [`amount` field](Hurt#structfield.amount).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn amount<T0>(self, value: T0) -> HurtBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u8, u8>,
            {
                HurtBuilder((value,))
            }

            /// Sets the [`amount` field](Hurt#structfield.amount) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn amount_as_default(self) -> HurtBuilder<(::planus::DefaultValue,)> {
                self.amount(::planus::DefaultValue)
            }
        }

        impl<T0> HurtBuilder<(T0,)> {
            /// Setter for the [`by` field](Hurt#structfield.by).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn by<T1>(self, value: T1) -> HurtBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                HurtBuilder((v0, value))
            }

            /// Sets the [`by` field](Hurt#structfield.by) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn by_as_default(self) -> HurtBuilder<(T0, ::planus::DefaultValue)> {
                self.by(::planus::DefaultValue)
            }
        }

        impl<T0, T1> HurtBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Hurt].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hurt>
            where
                Self: ::planus::WriteAsOffset<Hurt>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u8, u8>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAs<::planus::Offset<Hurt>> for HurtBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Hurt>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hurt> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u8, u8>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAsOptional<::planus::Offset<Hurt>> for HurtBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Hurt>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Hurt>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<u8, u8>, T1: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAsOffset<Hurt>
            for HurtBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hurt> {
                let (v0, v1) = &self.0;
                Hurt::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Hurt].
        #[derive(Copy, Clone)]
        pub struct HurtRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HurtRef<'a> {
            /// Getter for the [`amount` field](Hurt#structfield.amount).
            #[inline]
            pub fn amount(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(0, "Hurt", "amount")?.unwrap_or(0))
            }

            /// Getter for the [`by` field](Hurt#structfield.by).
            #[inline]
            pub fn by(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "Hurt", "by")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for HurtRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("HurtRef");
                f.field("amount", &self.amount());
                f.field("by", &self.by());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<HurtRef<'a>> for Hurt {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: HurtRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    amount: ::core::convert::TryInto::try_into(value.amount()?)?,
                    by: ::core::convert::TryInto::try_into(value.by()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for HurtRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HurtRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[HurtRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Hurt>> for Hurt {
            type Value = ::planus::Offset<Hurt>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Hurt>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for HurtRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[HurtRef]", "read_as_root", 0))
            }
        }

        /// The table `Carry` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Carry` in the file `schema/formats.fbs:231`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Carry {
            /// The field `thing` in the table `Carry`
            pub thing: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Carry {
            fn default() -> Self {
                Self { thing: 0 }
            }
        }

        impl Carry {
            /// Creates a [CarryBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CarryBuilder<()> {
                CarryBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_thing: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_thing = field_thing.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                if prepared_thing.is_some() {
                    table_writer.write_entry::<u32>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_thing) = prepared_thing {
                            object_writer.write::<_, _, 4>(&prepared_thing);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Carry>> for Carry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Carry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Carry>> for Carry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Carry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Carry> for Carry {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Carry> {
                Carry::create(builder, self.thing)
            }
        }

        /// Builder for serializing an instance of the [Carry] type.
        ///
        /// Can be created using the [Carry::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CarryBuilder<State>(State);

        impl CarryBuilder<()> {
            /// Setter for the [`thing` field](Carry#structfield.thing).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn thing<T0>(self, value: T0) -> CarryBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                CarryBuilder((value,))
            }

            /// Sets the [`thing` field](Carry#structfield.thing) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn thing_as_default(self) -> CarryBuilder<(::planus::DefaultValue,)> {
                self.thing(::planus::DefaultValue)
            }
        }

        impl<T0> CarryBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Carry].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Carry>
            where
                Self: ::planus::WriteAsOffset<Carry>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAs<::planus::Offset<Carry>> for CarryBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Carry>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Carry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAsOptional<::planus::Offset<Carry>>
            for CarryBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Carry>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Carry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAsOffset<Carry> for CarryBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Carry> {
                let (v0,) = &self.0;
                Carry::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Carry].
        #[derive(Copy, Clone)]
        pub struct CarryRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> CarryRef<'a> {
            /// Getter for the [`thing` field](Carry#structfield.thing).
            #[inline]
            pub fn thing(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "Carry", "thing")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for CarryRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CarryRef");
                f.field("thing", &self.thing());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<CarryRef<'a>> for Carry {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: CarryRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { thing: ::core::convert::TryInto::try_into(value.thing()?)? })
            }
        }

        impl<'a> ::planus::TableRead<'a> for CarryRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for CarryRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[CarryRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Carry>> for Carry {
            type Value = ::planus::Offset<Carry>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Carry>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for CarryRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[CarryRef]", "read_as_root", 0))
            }
        }

        /// The table `Heard` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Heard` in the file `schema/formats.fbs:235`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Heard {
            /// The field `sound` in the table `Heard`
            pub sound: self::Sound,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Heard {
            fn default() -> Self {
                Self { sound: self::Sound::Step }
            }
        }

        impl Heard {
            /// Creates a [HeardBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> HeardBuilder<()> {
                HeardBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_sound: impl ::planus::WriteAsDefault<self::Sound, self::Sound>,
            ) -> ::planus::Offset<Self> {
                let prepared_sound = field_sound.prepare(builder, &self::Sound::Step);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                if prepared_sound.is_some() {
                    table_writer.write_entry::<self::Sound>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_sound) = prepared_sound {
                            object_writer.write::<_, _, 1>(&prepared_sound);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Heard>> for Heard {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heard> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Heard>> for Heard {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Heard>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Heard> for Heard {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heard> {
                Heard::create(builder, self.sound)
            }
        }

        /// Builder for serializing an instance of the [Heard] type.
        ///
        /// Can be created using the [Heard::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct HeardBuilder<State>(State);

        impl HeardBuilder<()> {
            /// Setter for the [`sound` field](Heard#structfield.sound).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sound<T0>(self, value: T0) -> HeardBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<self::Sound, self::Sound>,
            {
                HeardBuilder((value,))
            }

            /// Sets the [`sound` field](Heard#structfield.sound) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sound_as_default(self) -> HeardBuilder<(::planus::DefaultValue,)> {
                self.sound(::planus::DefaultValue)
            }
        }

        impl<T0> HeardBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Heard].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heard>
            where
                Self: ::planus::WriteAsOffset<Heard>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<self::Sound, self::Sound>> ::planus::WriteAs<::planus::Offset<Heard>>
            for HeardBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Heard>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heard> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<self::Sound, self::Sound>> ::planus::WriteAsOptional<::planus::Offset<Heard>>
            for HeardBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Heard>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Heard>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<self::Sound, self::Sound>> ::planus::WriteAsOffset<Heard> for HeardBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heard> {
                let (v0,) = &self.0;
                Heard::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Heard].
        #[derive(Copy, Clone)]
        pub struct HeardRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HeardRef<'a> {
            /// Getter for the [`sound` field](Heard#structfield.sound).
            #[inline]
            pub fn sound(&self) -> ::planus::Result<self::Sound> {
                ::core::result::Result::Ok(self.0.access(0, "Heard", "sound")?.unwrap_or(self::Sound::Step))
            }
        }

        impl<'a> ::core::fmt::Debug for HeardRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("HeardRef");
                f.field("sound", &self.sound());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<HeardRef<'a>> for Heard {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: HeardRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { sound: ::core::convert::TryInto::try_into(value.sound()?)? })
            }
        }

        impl<'a> ::planus::TableRead<'a> for HeardRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HeardRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[HeardRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Heard>> for Heard {
            type Value = ::planus::Offset<Heard>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Heard>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for HeardRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[HeardRef]", "read_as_root", 0))
            }
        }

        /// The union `Action` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Union `Action` in the file `schema/formats.fbs:239`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum Action {
            /// The variant of type `Turn` in the union `Action`
            Turn(::planus::alloc::boxed::Box<self::Turn>),

            /// The variant of type `Shoot` in the union `Action`
            Shoot(::planus::alloc::boxed::Box<self::Shoot>),

            /// The variant of type `Hurt` in the union `Action`
            Hurt(::planus::alloc::boxed::Box<self::Hurt>),

            /// The variant of type `Carry` in the union `Action`
            Carry(::planus::alloc::boxed::Box<self::Carry>),

            /// The variant of type `Heard` in the union `Action`
            Heard(::planus::alloc::boxed::Box<self::Heard>),
        }

        impl Action {
            /// Creates a [ActionBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ActionBuilder<::planus::Uninitialized> {
                ActionBuilder(::planus::Uninitialized)
            }

            #[inline]
            pub fn create_turn(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Turn>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(1, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_shoot(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Shoot>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(2, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_hurt(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Hurt>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(3, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_carry(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Carry>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(4, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_heard(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Heard>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(5, value.prepare(builder).downcast())
            }
        }

        impl ::planus::WriteAsUnion<Action> for Action {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Self> {
                match self {
                    Self::Turn(value) => Self::create_turn(builder, value),
                    Self::Shoot(value) => Self::create_shoot(builder, value),
                    Self::Hurt(value) => Self::create_hurt(builder, value),
                    Self::Carry(value) => Self::create_carry(builder, value),
                    Self::Heard(value) => Self::create_heard(builder, value),
                }
            }
        }

        impl ::planus::WriteAsOptionalUnion<Action> for Action {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::UnionOffset<Self>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Builder for serializing an instance of the [Action] type.
        ///
        /// Can be created using the [Action::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ActionBuilder<T>(T);

        impl ActionBuilder<::planus::Uninitialized> {
            /// Creates an instance of the [`Turn` variant](Action#variant.Turn).
            #[inline]
            pub fn turn<T>(self, value: T) -> ActionBuilder<::planus::Initialized<1, T>>
            where
                T: ::planus::WriteAsOffset<self::Turn>,
            {
                ActionBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Shoot` variant](Action#variant.Shoot).
            #[inline]
            pub fn shoot<T>(self, value: T) -> ActionBuilder<::planus::Initialized<2, T>>
            where
                T: ::planus::WriteAsOffset<self::Shoot>,
            {
                ActionBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Hurt` variant](Action#variant.Hurt).
            #[inline]
            pub fn hurt<T>(self, value: T) -> ActionBuilder<::planus::Initialized<3, T>>
            where
                T: ::planus::WriteAsOffset<self::Hurt>,
            {
                ActionBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Carry` variant](Action#variant.Carry).
            #[inline]
            pub fn carry<T>(self, value: T) -> ActionBuilder<::planus::Initialized<4, T>>
            where
                T: ::planus::WriteAsOffset<self::Carry>,
            {
                ActionBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Heard` variant](Action#variant.Heard).
            #[inline]
            pub fn heard<T>(self, value: T) -> ActionBuilder<::planus::Initialized<5, T>>
            where
                T: ::planus::WriteAsOffset<self::Heard>,
            {
                ActionBuilder(::planus::Initialized(value))
            }
        }

        impl<const N: u8, T> ActionBuilder<::planus::Initialized<N, T>> {
            /// Finish writing the builder to get an [UnionOffset](::planus::UnionOffset) to a serialized [Action].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Action>
            where
                Self: ::planus::WriteAsUnion<Action>,
            {
                ::planus::WriteAsUnion::prepare(&self, builder)
            }
        }

        impl<T> ::planus::WriteAsUnion<Action> for ActionBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Turn>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Action> {
                ::planus::UnionOffset::new(1, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Action> for ActionBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Turn>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Action>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Action> for ActionBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Shoot>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Action> {
                ::planus::UnionOffset::new(2, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Action> for ActionBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Shoot>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Action>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Action> for ActionBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Hurt>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Action> {
                ::planus::UnionOffset::new(3, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Action> for ActionBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Hurt>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Action>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Action> for ActionBuilder<::planus::Initialized<4, T>>
        where
            T: ::planus::WriteAsOffset<self::Carry>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Action> {
                ::planus::UnionOffset::new(4, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Action> for ActionBuilder<::planus::Initialized<4, T>>
        where
            T: ::planus::WriteAsOffset<self::Carry>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Action>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Action> for ActionBuilder<::planus::Initialized<5, T>>
        where
            T: ::planus::WriteAsOffset<self::Heard>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Action> {
                ::planus::UnionOffset::new(5, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Action> for ActionBuilder<::planus::Initialized<5, T>>
        where
            T: ::planus::WriteAsOffset<self::Heard>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Action>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Reference to a deserialized [Action].
        #[derive(Copy, Clone, Debug)]
        pub enum ActionRef<'a> {
            Turn(self::TurnRef<'a>),
            Shoot(self::ShootRef<'a>),
            Hurt(self::HurtRef<'a>),
            Carry(self::CarryRef<'a>),
            Heard(self::HeardRef<'a>),
        }

        impl<'a> ::core::convert::TryFrom<ActionRef<'a>> for Action {
            type Error = ::planus::Error;

            fn try_from(value: ActionRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(match value {
                    ActionRef::Turn(value) => {
                        Self::Turn(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    ActionRef::Shoot(value) => {
                        Self::Shoot(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    ActionRef::Hurt(value) => {
                        Self::Hurt(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    ActionRef::Carry(value) => {
                        Self::Carry(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }

                    ActionRef::Heard(value) => {
                        Self::Heard(::planus::alloc::boxed::Box::new(::core::convert::TryFrom::try_from(value)?))
                    }
                })
            }
        }

        impl<'a> ::planus::TableReadUnion<'a> for ActionRef<'a> {
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                tag: u8,
                field_offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                match tag {
                    1 => {
                        ::core::result::Result::Ok(Self::Turn(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    2 => {
                        ::core::result::Result::Ok(Self::Shoot(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    3 => {
                        ::core::result::Result::Ok(Self::Hurt(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    4 => {
                        ::core::result::Result::Ok(Self::Carry(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    5 => {
                        ::core::result::Result::Ok(Self::Heard(::planus::TableRead::from_buffer(buffer, field_offset)?))
                    }
                    _ => ::core::result::Result::Err(::planus::errors::ErrorKind::UnknownUnionTag { tag }),
                }
            }
        }

        impl<'a> ::planus::VectorReadUnion<'a> for ActionRef<'a> {
            const VECTOR_NAME: &'static str = "[ActionRef]";
        }

        /// The table `Update` in the namespace `formats`
        ///
        /// Generated from these locations:
        /// * Table `Update` in the file `schema/formats.fbs:247`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Update {
            /// The field `id` in the table `Update`
            pub id: u32,
            /// The field `kind` in the table `Update`
            pub kind: self::Kind,
            /// The field `visible` in the table `Update`
            pub visible: bool,
            /// The field `on_ground` in the table `Update`
            pub on_ground: bool,
            /// The field `place` in the table `Update`
            pub place: ::core::option::Option<self::Place>,
            /// The field `health` in the table `Update`
            pub health: u8,
            /// The field `owner` in the table `Update`
            pub owner: ::core::option::Option<u16>,
            /// The field `action` in the table `Update`
            pub action: ::core::option::Option<self::Action>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Update {
            fn default() -> Self {
                Self {
                    id: 0,
                    kind: self::Kind::Player,
                    visible: false,
                    on_ground: false,
                    place: ::core::default::Default::default(),
                    health: 0,
                    owner: ::core::default::Default::default(),
                    action: ::core::default::Default::default(),
                }
            }
        }

        impl Update {
            /// Creates a [UpdateBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> UpdateBuilder<()> {
                UpdateBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAsDefault<u32, u32>,
                field_kind: impl ::planus::WriteAsDefault<self::Kind, self::Kind>,
                field_visible: impl ::planus::WriteAsDefault<bool, bool>,
                field_on_ground: impl ::planus::WriteAsDefault<bool, bool>,
                field_place: impl ::planus::WriteAsOptional<self::Place>,
                field_health: impl ::planus::WriteAsDefault<u8, u8>,
                field_owner: impl ::planus::WriteAsOptional<u16>,
                field_action: impl ::planus::WriteAsOptionalUnion<self::Action>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder, &0);
                let prepared_kind = field_kind.prepare(builder, &self::Kind::Player);
                let prepared_visible = field_visible.prepare(builder, &false);
                let prepared_on_ground = field_on_ground.prepare(builder, &false);
                let prepared_place = field_place.prepare(builder);
                let prepared_health = field_health.prepare(builder, &0);
                let prepared_owner = field_owner.prepare(builder);
                let prepared_action = field_action.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<22> = ::core::default::Default::default();
                if prepared_id.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                if prepared_action.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Action>>(8);
                }
                if prepared_place.is_some() {
                    table_writer.write_entry::<self::Place>(4);
                }
                if prepared_owner.is_some() {
                    table_writer.write_entry::<u16>(6);
                }
                if prepared_kind.is_some() {
                    table_writer.write_entry::<self::Kind>(1);
                }
                if prepared_visible.is_some() {
                    table_writer.write_entry::<bool>(2);
                }
                if prepared_on_ground.is_some() {
                    table_writer.write_entry::<bool>(3);
                }
                if prepared_health.is_some() {
                    table_writer.write_entry::<u8>(5);
                }
                if prepared_action.is_some() {
                    table_writer.write_entry::<u8>(7);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_id) = prepared_id {
                            object_writer.write::<_, _, 4>(&prepared_id);
                        }
                        if let ::core::option::Option::Some(prepared_action) = prepared_action {
                            object_writer.write::<_, _, 4>(&prepared_action.offset());
                        }
                        if let ::core::option::Option::Some(prepared_place) = prepared_place {
                            object_writer.write::<_, _, 8>(&prepared_place);
                        }
                        if let ::core::option::Option::Some(prepared_owner) = prepared_owner {
                            object_writer.write::<_, _, 2>(&prepared_owner);
                        }
                        if let ::core::option::Option::Some(prepared_kind) = prepared_kind {
                            object_writer.write::<_, _, 1>(&prepared_kind);
                        }
                        if let ::core::option::Option::Some(prepared_visible) = prepared_visible {
                            object_writer.write::<_, _, 1>(&prepared_visible);
                        }
                        if let ::core::option::Option::Some(prepared_on_ground) = prepared_on_ground {
                            object_writer.write::<_, _, 1>(&prepared_on_ground);
                        }
                        if let ::core::option::Option::Some(prepared_health) = prepared_health {
                            object_writer.write::<_, _, 1>(&prepared_health);
                        }
                        if let ::core::option::Option::Some(prepared_action) = prepared_action {
                            object_writer.write::<_, _, 1>(&prepared_action.tag());
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Update>> for Update {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Update>> for Update {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Update>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Update> for Update {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update> {
                Update::create(
                    builder,
                    self.id,
                    self.kind,
                    self.visible,
                    self.on_ground,
                    self.place,
                    self.health,
                    self.owner,
                    &self.action,
                )
            }
        }

        /// Builder for serializing an instance of the [Update] type.
        ///
        /// Can be created using the [Update::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct UpdateBuilder<State>(State);

        impl UpdateBuilder<()> {
            /// Setter for the [`id` field](Update#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> UpdateBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                UpdateBuilder((value,))
            }

            /// Sets the [`id` field](Update#structfield.id) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id_as_default(self) -> UpdateBuilder<(::planus::DefaultValue,)> {
                self.id(::planus::DefaultValue)
            }
        }

        impl<T0> UpdateBuilder<(T0,)> {
            /// Setter for the [`kind` field](Update#structfield.kind).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn kind<T1>(self, value: T1) -> UpdateBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<self::Kind, self::Kind>,
            {
                let (v0,) = self.0;
                UpdateBuilder((v0, value))
            }

            /// Sets the [`kind` field](Update#structfield.kind) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn kind_as_default(self) -> UpdateBuilder<(T0, ::planus::DefaultValue)> {
                self.kind(::planus::DefaultValue)
            }
        }

        impl<T0, T1> UpdateBuilder<(T0, T1)> {
            /// Setter for the [`visible` field](Update#structfield.visible).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn visible<T2>(self, value: T2) -> UpdateBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1) = self.0;
                UpdateBuilder((v0, v1, value))
            }

            /// Sets the [`visible` field](Update#structfield.visible) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn visible_as_default(self) -> UpdateBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.visible(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> UpdateBuilder<(T0, T1, T2)> {
            /// Setter for the [`on_ground` field](Update#structfield.on_ground).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn on_ground<T3>(self, value: T3) -> UpdateBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1, v2) = self.0;
                UpdateBuilder((v0, v1, v2, value))
            }

            /// Sets the [`on_ground` field](Update#structfield.on_ground) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn on_ground_as_default(self) -> UpdateBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.on_ground(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> UpdateBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`place` field](Update#structfield.place).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn place<T4>(self, value: T4) -> UpdateBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsOptional<self::Place>,
            {
                let (v0, v1, v2, v3) = self.0;
                UpdateBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`place` field](Update#structfield.place) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn place_as_null(self) -> UpdateBuilder<(T0, T1, T2, T3, ())> {
                self.place(())
            }
        }

        impl<T0, T1, T2, T3, T4> UpdateBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`health` field](Update#structfield.health).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn health<T5>(self, value: T5) -> UpdateBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                UpdateBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`health` field](Update#structfield.health) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn health_as_default(self) -> UpdateBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.health(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> UpdateBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`owner` field](Update#structfield.owner).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn owner<T6>(self, value: T6) -> UpdateBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsOptional<u16>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                UpdateBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`owner` field](Update#structfield.owner) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn owner_as_null(self) -> UpdateBuilder<(T0, T1, T2, T3, T4, T5, ())> {
                self.owner(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> UpdateBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`action` field](Update#structfield.action).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn action<T7>(self, value: T7) -> UpdateBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAsOptionalUnion<self::Action>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                UpdateBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }

            /// Sets the [`action` field](Update#structfield.action) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn action_as_null(self) -> UpdateBuilder<(T0, T1, T2, T3, T4, T5, T6, ())> {
                self.action(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> UpdateBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Update].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update>
            where
                Self: ::planus::WriteAsOffset<Update>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<self::Kind, self::Kind>,
                T2: ::planus::WriteAsDefault<bool, bool>,
                T3: ::planus::WriteAsDefault<bool, bool>,
                T4: ::planus::WriteAsOptional<self::Place>,
                T5: ::planus::WriteAsDefault<u8, u8>,
                T6: ::planus::WriteAsOptional<u16>,
                T7: ::planus::WriteAsOptionalUnion<self::Action>,
            > ::planus::WriteAs<::planus::Offset<Update>> for UpdateBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
        {
            type Prepared = ::planus::Offset<Update>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<self::Kind, self::Kind>,
                T2: ::planus::WriteAsDefault<bool, bool>,
                T3: ::planus::WriteAsDefault<bool, bool>,
                T4: ::planus::WriteAsOptional<self::Place>,
                T5: ::planus::WriteAsDefault<u8, u8>,
                T6: ::planus::WriteAsOptional<u16>,
                T7: ::planus::WriteAsOptionalUnion<self::Action>,
            > ::planus::WriteAsOptional<::planus::Offset<Update>> for UpdateBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
        {
            type Prepared = ::planus::Offset<Update>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Update>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<self::Kind, self::Kind>,
                T2: ::planus::WriteAsDefault<bool, bool>,
                T3: ::planus::WriteAsDefault<bool, bool>,
                T4: ::planus::WriteAsOptional<self::Place>,
                T5: ::planus::WriteAsDefault<u8, u8>,
                T6: ::planus::WriteAsOptional<u16>,
                T7: ::planus::WriteAsOptionalUnion<self::Action>,
            > ::planus::WriteAsOffset<Update> for UpdateBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update> {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = &self.0;
                Update::create(builder, v0, v1, v2, v3, v4, v5, v6, v7)
            }
        }

        /// Reference to a deserialized [Update].
        #[derive(Copy, Clone)]
        pub struct UpdateRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> UpdateRef<'a> {
            /// Getter for the [`id` field](Update#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "Update", "id")?.unwrap_or(0))
            }

            /// Getter for the [`kind` field](Update#structfield.kind).
            #[inline]
            pub fn kind(&self) -> ::planus::Result<self::Kind> {
                ::core::result::Result::Ok(self.0.access(1, "Update", "kind")?.unwrap_or(self::Kind::Player))
            }

            /// Getter for the [`visible` field](Update#structfield.visible).
            #[inline]
            pub fn visible(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(2, "Update", "visible")?.unwrap_or(false))
            }

            /// Getter for the [`on_ground` field](Update#structfield.on_ground).
            #[inline]
            pub fn on_ground(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(3, "Update", "on_ground")?.unwrap_or(false))
            }

            /// Getter for the [`place` field](Update#structfield.place).
            #[inline]
            pub fn place(&self) -> ::planus::Result<::core::option::Option<self::PlaceRef<'a>>> {
                self.0.access(4, "Update", "place")
            }

            /// Getter for the [`health` field](Update#structfield.health).
            #[inline]
            pub fn health(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(5, "Update", "health")?.unwrap_or(0))
            }

            /// Getter for the [`owner` field](Update#structfield.owner).
            #[inline]
            pub fn owner(&self) -> ::planus::Result<::core::option::Option<u16>> {
                self.0.access(6, "Update", "owner")
            }

            /// Getter for the [`action` field](Update#structfield.action).
            #[inline]
            pub fn action(&self) -> ::planus::Result<::core::option::Option<self::ActionRef<'a>>> {
                self.0.access_union(7, "Update", "action")
            }
        }

        impl<'a> ::core::fmt::Debug for UpdateRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("UpdateRef");
                f.field("id", &self.id());
                f.field("kind", &self.kind());
                f.field("visible", &self.visible());
                f.field("on_ground", &self.on_ground());
                if let ::core::option::Option::Some(field_place) = self.place().transpose() {
                    f.field("place", &field_place);
                }
                f.field("health", &self.health());
                if let ::core::option::Option::Some(field_owner) = self.owner().transpose() {
                    f.field("owner", &field_owner);
                }
                if let ::core::option::Option::Some(field_action) = self.action().transpose() {
                    f.field("action", &field_action);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<UpdateRef<'a>> for Update {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: UpdateRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::TryInto::try_into(value.id()?)?,
                    kind: ::core::convert::TryInto::try_into(value.kind()?)?,
                    visible: ::core::convert::TryInto::try_into(value.visible()?)?,
                    on_ground: ::core::convert::TryInto::try_into(value.on_ground()?)?,
                    place: value.place()?.map(::core::convert::Into::into),
                    health: ::core::convert::TryInto::try_into(value.health()?)?,
                    owner: if let ::core::option::Option::Some(owner) = value.owner()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(owner)?)
                    } else {
                        ::core::option::Option::None
                    },
                    action: if let ::core::option::Option::Some(action) = value.action()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(action)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for UpdateRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for UpdateRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[UpdateRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Update>> for Update {
            type Value = ::planus::Offset<Update>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Update>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for UpdateRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[UpdateRef]", "read_as_root", 0))
            }
        }
    }
}
